import type { Socket } from 'node:net';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import { STATUS_CODES } from '#shared/platform/network/node-http.ts';
import { startPatientTimer } from '#shared/platform/runtime/patient-timer.ts';
import type { SendResult, WebhookRequest, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { excerptText, postRequest } from './post-request.ts';
import { createDeadlineConnector, createIdleSockets } from './receiver-sockets.ts';
import type { ReceivedResponse } from './response-head.ts';
import { describeSendFailure, SendAbortedError } from './send-failure.ts';

/** A valid `Retry-After` has at most 29 characters; longer values are truncated. */
const MAX_RETRY_AFTER_LENGTH = 64;
/**
 * Stalls of this process lengthen a request by at most this many milliseconds: with 8 s for the receiver, 4 of the function's 15 s
 * remain for recording the attempt.
 */
const MAX_STALLED_MS = 3000;
/** Statuses that redirect the request to another URL (RFC 9110, 15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Settings of the sender; the defaults are those of the specification. */
export type WebhookSenderOptions = {
  readonly guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>;
  /** Milliseconds. Must continue while the process is frozen, as `Date.now` does. */
  readonly clock?: () => number;
  /** Of one request, in milliseconds; `connect` is for DNS, TCP and TLS together. */
  readonly timeouts?: { readonly total: number; readonly connect: number };
  /** Maximum number of bytes of a response body that are read (docs/specification/webhooks.md#receiver-responses). */
  readonly maxBodyBytes?: number;
};

/** A sender that can be shut down. */
export type ClosableWebhookSender = WebhookSender & {
  /** Aborts requests in flight (their outcome is `cancelled`) and closes all sockets. */
  close(): Promise<void>;
};

/**
 * Creates the sender on top of Node's HTTP client (docs/specification/webhooks.md#receiver-responses). Redirects are not followed, responses
 * are not decompressed, and proxies of the environment are not used, because they would connect past the address guard. The
 * sender manages its sockets itself, because Node's agent would send a request on an idle socket before it notices that the receiver
 * has closed the socket or has sent bytes.
 */
export function createWebhookSender({
  guard,
  clock = Date.now,
  timeouts = { total: 8000, connect: 4000 },
  maxBodyBytes = 16_384,
}: WebhookSenderOptions): ClosableWebhookSender {
  const connect = createDeadlineConnector(guard.lookup, timeouts.connect);
  const idle = createIdleSockets(clock);
  const inFlight = new Set<AbortController>();
  let closed = false;

  async function post(url: URL, request: WebhookRequest, signal: AbortSignal): Promise<ReceivedResponse> {
    const { origin } = url;
    const socket = (await idle.take(origin)) ?? (await connect(url, signal));
    const free = (used: Socket): void => idle.keep(origin, used);
    return postRequest(socket, url, request, { signal, maxBodyBytes, free });
  }

  async function send(request: WebhookRequest): Promise<SendResult> {
    if (closed) throw new Error('The sender is closed');
    const checked = guard.checkUrl(request.url);
    if ('code' in checked)
      return { ...NO_RESPONSE, outcome: 'blocked_address', error: checked.detail, durationMs: 0 };
    const abort = new AbortController();
    const timer = startPatientTimer(
      timeouts.total,
      (isStalled) => abort.abort(new SendAbortedError(isStalled ? 'cancelled' : 'timeout')),
      timeouts.total + MAX_STALLED_MS,
    );
    inFlight.add(abort);
    let result: SendResponse;
    try {
      result = toResult(await post(checked.url, request, abort.signal), request.secrets);
    } catch (error) {
      result = { ...NO_RESPONSE, ...describeSendFailure(error, timeouts) };
    } finally {
      timer.cancel();
      inFlight.delete(abort);
    }
    return { ...result, durationMs: Math.round(timer.counted()) };
  }

  return {
    send,
    async close() {
      closed = true;
      for (const abort of inFlight) abort.abort(new SendAbortedError('cancelled'));
      idle.destroy();
    },
  };
}

type SendResponse = Omit<SendResult, 'durationMs'>;

const NO_RESPONSE = { statusCode: null, retryAfter: null, responseText: null };

function toResult(
  { statusCode, headers, excerpt }: ReceivedResponse,
  secrets: readonly string[] | undefined,
): SendResponse {
  const retryAfter = headers['retry-after']?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null;
  if (statusCode >= 200 && statusCode < 300) {
    return { outcome: 'success', statusCode, error: null, retryAfter, responseText: null };
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  const responseText = excerpt.length === 0 || encoding !== 'identity' ? null : excerptText(excerpt, secrets);
  const outcome = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_error';
  return { outcome, statusCode, error: statusSentence(statusCode), retryAfter, responseText };
}

/** The sentence for the customer about a response that is not a success. */
function statusSentence(statusCode: number): string {
  const sentence = `The receiver responded with ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd();
  if (REDIRECT_STATUSES.has(statusCode))
    return `${sentence}; redirects are not followed, so set the final address as the endpoint URL.`;
  // Other 3xx statuses, such as 304, are final too, but there is no address to set.
  if (statusCode >= 300 && statusCode < 400) return `${sentence}; only a 2xx status counts as delivered.`;
  return statusCode < 600 ? `${sentence}.` : `${sentence}, which is not a valid HTTP status.`;
}
