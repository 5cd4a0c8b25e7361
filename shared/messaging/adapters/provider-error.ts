import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { parseRetryAfter } from '#shared/platform/network/retry-after.ts';

/** Wait in milliseconds after an error that only an operator ends, such as a used-up spend limit: 15 minutes. */
const OPERATOR_MS = 15 * MINUTE_MS;

/** An error that the SDK has read in a response of AWS. */
export type ProviderError = {
  readonly name: string;
  /** The member `Reason` of the error; undefined if it has none. */
  readonly reason: string | undefined;
  readonly status: number;
};

/** A rejection that the provider would repeat. */
export function rejected(code: string): SendResult {
  return { kind: 'rejected', code };
}

/** A rejection that ends when an operator changes something in the account. */
export function waitsForOperator(code: string): SendResult {
  return { kind: 'deferred', code, retryAfterMs: OPERATOR_MS };
}

/** Errors about the signature or the role of the function. */
const ACCESS_ERRORS = new Set([
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'RequestExpired',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

/**
 * The result of a failed call. Only a client error (4xx) proves that AWS rejected the message. After a server error (5xx) or an unreadable
 * response, the result is unknown.
 * @param resultOf the results of the errors of one service; undefined for all others
 */
export function resultOfFailure(
  { error, wasSent }: { readonly error: unknown; readonly wasSent: boolean },
  resultOf: (error: ProviderError) => SendResult | undefined,
): SendResult {
  if (!wasSent) return { kind: 'deferred', code: 'provider_unavailable', retryAfterMs: null };
  const known = readError(error);
  if (known === undefined) return { kind: 'unknown', code: 'no_response' };
  const { name, status } = known;
  if (status === 429 || name === 'ThrottlingException')
    return { kind: 'deferred', code: 'throttled', retryAfterMs: retryAfterOf(error) };
  if (status >= 500) return { kind: 'unknown', code: 'provider_failed' };
  const result = resultOf(known);
  if (result) return result;
  return ACCESS_ERRORS.has(name) ? waitsForOperator('provider_access_denied') : rejected('message_rejected');
}

/**
 * The error of AWS; undefined if there was no response, or a response that is not an error of AWS. The SDK gives a response without a
 * readable error a name that begins with `Unknown`.
 */
function readError(error: unknown): ProviderError | undefined {
  if (!(error instanceof Error) || !('$fault' in error)) return undefined;
  const status = statusOf(error);
  if (status === undefined || status < 400 || error.name.startsWith('Unknown')) return undefined;
  const reason = 'Reason' in error && typeof error.Reason === 'string' ? error.Reason : undefined;
  return { name: error.name, reason, status };
}

function statusOf(error: object): number | undefined {
  if (!('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

function retryAfterOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$response' in error)) return null;
  const { $response: response } = error;
  if (typeof response !== 'object' || response === null || !('headers' in response)) return null;
  const headers: unknown = response.headers;
  if (typeof headers !== 'object' || headers === null || !('retry-after' in headers)) return null;
  const value = headers['retry-after'];
  return typeof value === 'string' ? (parseRetryAfter(value, new Date()) ?? null) : null;
}
