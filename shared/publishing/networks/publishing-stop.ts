import type { PublishResult } from '#shared/publishing/ports/publishing-provider.ts';

/** Codes in the `error` of a publication. */
export type PublishingErrorCode =
  /** The address guard forbids the account's host (R27). */
  | 'address_refused'
  /** No usable answer, a server error, or a time-out. */
  | 'network_unavailable'
  | 'rate_limited'
  /** The network will not take the post; `detail` has its words. */
  | 'network_refused'
  | 'credentials_refused'
  | 'media_unreadable'
  | 'media_unsupported'
  | 'media_not_processed'
  | 'options_invalid'
  | 'attempt_too_long'
  /** The post may be there and cannot be looked for any more (R34). */
  | 'outcome_unknown';

type StopError = { readonly code: PublishingErrorCode; readonly detail: string };

/** What an attempt came to that did not publish everything, but for the posts the network has confirmed. */
export type Stop =
  | {
      readonly kind: 'retry';
      readonly error: StopError;
      readonly notBefore: Date | null;
      readonly unknown: boolean;
    }
  | { readonly kind: 'failed'; readonly error: StopError }
  | { readonly kind: 'unauthorised'; readonly error: StopError };

/** Leaves an attempt from any depth; never leaves a provider. */
export class PublishingStopError extends Error {
  override readonly name = 'PublishingStopError';
  readonly stop: Stop;

  constructor(stop: Stop) {
    super(stop.error.code);
    this.stop = stop;
  }
}

/** Trying again cannot help. */
export function failedWith(code: PublishingErrorCode, detail: string): PublishingStopError {
  return new PublishingStopError({ kind: 'failed', error: { code, detail } });
}

/** Trying again may help. `unknown` says whether the network may have posted all the same. */
export function retryWith(
  code: PublishingErrorCode,
  detail: string,
  {
    notBefore = null,
    unknown = false,
  }: { readonly notBefore?: Date | null; readonly unknown?: boolean } = {},
): PublishingStopError {
  return new PublishingStopError({ kind: 'retry', error: { code, detail }, notBefore, unknown });
}

/** The account needs to be connected again. */
export function unauthorisedWith(detail: string): PublishingStopError {
  return new PublishingStopError({ kind: 'unauthorised', error: { code: 'credentials_refused', detail } });
}

/** The result that a stop means for an attempt. */
export function toResult({ stop }: PublishingStopError, done: PublishResult['done']): PublishResult {
  return { ...stop, done };
}
