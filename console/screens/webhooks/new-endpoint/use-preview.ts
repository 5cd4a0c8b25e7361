import { useEffect, useState } from 'preact/hooks';
import type { operations } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { asError, bodyOf } from '#console/session/problem.ts';
import type { previewBody } from './endpoint-draft.ts';

/** How long a person must have stopped typing. */
const PAUSE_MS = 400;

type Previewed = operations['previewEndpoint']['responses'][200]['content']['application/json']['data'];

export type PreviewResult = {
  readonly data: Previewed | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
};

const NOTHING: PreviewResult = { data: undefined, error: null, isBusy: false };

/** Whether a text is complete enough to be checked. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/./u.test(text) && URL.canParse(text);
}

/** Previews an endpoint while a person types. A request that is outdated is aborted, so the newest result stays. */
export function usePreview(body: ReturnType<typeof previewBody>): PreviewResult {
  const { session, isLocked } = useSigned();
  const [result, setResult] = useState(NOTHING);
  const text = JSON.stringify(body);
  const isComplete = isUrl(body.url) && body.subscriptions.length > 0;

  useEffect(() => {
    if (!isComplete || isLocked) {
      setResult(NOTHING);
      return undefined;
    }
    const outdated = new AbortController();
    const { signal } = outdated;
    setResult(({ data }) => ({ data, error: null, isBusy: true }));
    const timer = setTimeout(() => {
      bodyOf(session.api.POST('/api/v1/workspace-webhooks/preview', { body, signal })).then(
        ({ data }) => !signal.aborted && setResult({ data, error: null, isBusy: false }),
        (error: unknown) =>
          !signal.aborted && setResult({ data: undefined, error: asError(error), isBusy: false }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [text, isComplete, isLocked, session]);
  return result;
}
