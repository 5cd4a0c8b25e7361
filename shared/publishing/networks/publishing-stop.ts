import type { PublishResult } from '#shared/publishing/domain/publish-result.ts';

/** Codes in the `error` of a publication. */
export type PublishingErrorCode =
  /** The address guard blocks the host of the account. */
  | 'address_refused'
  /** No usable response, a server error, or a timeout. */
  | 'network_unavailable'
  | 'rate_limited'
  /** The network rejects the post; `detail` quotes its message. */
  | 'network_refused'
  | 'credentials_refused'
  | 'media_unreadable'
  | 'media_unsupported'
  | 'media_not_processed'
  | 'options_invalid'
  | 'attempt_too_long'
  /** The post may have been published, and it is too late to detect a duplicate (docs/specification/publishing.md#unknown-outcome). */
  | 'outcome_unknown';

type StopError = { readonly code: PublishingErrorCode; readonly detail: string };

/** Why an attempt ended before everything was published. */
export type Stop =
  | {
      readonly kind: 'retry';
      readonly error: StopError;
      readonly notBefore: Date | null;
      readonly unknown: boolean;
    }
  | { readonly kind: 'failed'; readonly error: StopError }
  | { readonly kind: 'unauthorised'; readonly error: StopError };

/** Ends an attempt from any call depth. A provider catches it and returns `toResult`. */
export class PublishingStopError extends Error {
  override readonly name = 'PublishingStopError';
  readonly stop: Stop;

  constructor(stop: Stop) {
    super(stop.error.code);
    this.stop = stop;
  }
}

/** A retry cannot help. */
export function finalError(code: PublishingErrorCode, detail: string): PublishingStopError {
  return new PublishingStopError({ kind: 'failed', error: { code, detail } });
}

/** A retry may help. `unknown` is true if the network may have published the post anyway. */
export function retryableError(
  code: PublishingErrorCode,
  detail: string,
  {
    notBefore = null,
    unknown = false,
  }: { readonly notBefore?: Date | null; readonly unknown?: boolean } = {},
): PublishingStopError {
  return new PublishingStopError({ kind: 'retry', error: { code, detail }, notBefore, unknown });
}

/** The account needs to be reconnected. */
export function unauthorisedError(detail: string): PublishingStopError {
  return new PublishingStopError({ kind: 'unauthorised', error: { code: 'credentials_refused', detail } });
}

/** Converts a stop to the result of the attempt. */
export function toResult({ stop }: PublishingStopError, done: PublishResult['done']): PublishResult {
  return { ...stop, done };
}
