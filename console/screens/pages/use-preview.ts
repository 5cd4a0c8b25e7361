import { useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { asError, bodyOf } from '#console/session/problem.ts';

type PreviewBody = components['schemas']['PreviewPageBody'];

/** A preview is created after the person has stopped typing for this many milliseconds. */
const PAUSE_MS = 500;

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
  const { session, isLocked } = useSigned();
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [renewals, setRenewals] = useState(0);
  const newest = useRef(0);
  const text = JSON.stringify(body);

  async function create(): Promise<void> {
    newest.current += 1;
    const number = newest.current;
    setBusy(true);
    // A slow response must not replace the preview of a later change.
    const isNewest = () => number === newest.current;
    const params = { path: { page } };
    try {
      const { data } = await bodyOf(
        session.api.POST('/api/v1/biolinks/pages/{page}/preview', { params, body }),
      );
      if (!isNewest()) return;
      setUrl(data.url);
      setError(null);
    } catch (error_) {
      if (isNewest()) setError(asError(error_));
    } finally {
      if (isNewest()) setBusy(false);
    }
  }

  useEffect(() => {
    if (isLocked) return undefined;
    const timer = setTimeout(() => void create(), url === undefined ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [page, text, saved, renewals, isLocked]);

  return { url, error, isBusy, renew: () => setRenewals((before) => before + 1) };
}
