import { useState } from 'preact/hooks';
import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { useLatest } from '#console/session/use-latest.ts';

type PreviewBody = components['schemas']['PreviewPageBody'];

export type Preview = {
  /** The URL of the newest preview; undefined before the first one. */
  readonly url: string | undefined;
  /** Why the changes as they are now have no preview. */
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** Creates another preview, after the URL has ended. */
  readonly renew: () => void;
};

/** The preview of a page with changes that are not saved. `saved` names the saved state that the changes refer to. */
export function usePreview(page: string, body: PreviewBody, saved: string): Preview {
  const { api } = useSigned().session;
  const [renewals, setRenewals] = useState(0);
  const params = { path: { page } };
  const { data, ...state } = useLatest(JSON.stringify([page, body, saved, renewals]), () =>
    dataOf(api.POST('/api/v1/biolinks/pages/{page}/preview', { params, body })),
  );
  return { ...state, url: data?.url, renew: () => setRenewals((before) => before + 1) };
}
