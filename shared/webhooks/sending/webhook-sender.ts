import type { Dispatcher } from 'undici';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import { STATUS_CODES } from '#shared/platform/network/node-http.ts';
import { startPatientTimer } from '#shared/platform/runtime/patient-timer.ts';
import type { SendResult, WebhookRequest, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { createDeadlineConnector } from './deadline-connector.ts';
import { excerptText, readExcerpt } from './response-excerpt.ts';
import { describeSendFailure, SendAbortedError } from './send-failure.ts';
import type { SendTimeouts } from './send-failure.ts';
import { Agent } from './undici.ts';

/**
 * How long an idle socket is kept, in milliseconds, so that a burst to one host reuses it. After a longer time the container
 * may have been frozen, and the receiver may have closed the socket.
 */
const IDLE_MS = 1000;
/** More than any batch of one container, so that no request spends its 8 seconds waiting for a socket. */
const MAX_SOCKETS_PER_ORIGIN = 64;
const MAX_HEADER_BYTES = 16_384;
/** A valid `Retry-After` has at most 29 characters; longer values are truncated. */
const MAX_RETRY_AFTER_LENGTH = 64;
/**
 * Stalls of this process lengthen a request by at most this many milliseconds: with 8 s for the receiver, 4 of the function's 15 s
 * remain for recording the attempt.
 */
const MOST_STALLED_MS = 3000;
/** Statuses that redirect the request to another URL (RFC 9110, 15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Settings of the sender; the defaults are those of the specification. */
export interface WebhookSenderOptions {
  readonly guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>;
  /** Milliseconds. Must continue while the process is frozen, as `Date.now` does. */
  readonly clock?: () => number;
  readonly timeouts?: SendTimeouts;
  /** Maximum number of bytes of a response body that are read (docs/specification.md#receiver-responses). */
  readonly maxBodyBytes?: number;
}

/** A sender that can be shut down. */
export interface ClosableWebhookSender extends WebhookSender {
  /** Aborts requests in flight (their outcome is `cancelled`) and closes all sockets. */
  close(): Promise<void>;
}

/**
 * Creates the sender on top of undici (docs/specification.md#receiver-responses). Redirects are not followed, responses are
 * not decompressed, and proxies of the environment are not used, because they would connect past the address guard.
 */
export function createWebhookSender({
  guard,
  clock = Date.now,
  timeouts = { total: 8000, connect: 4000 },
  maxBodyBytes = 16_384,
}: WebhookSenderOptions): ClosableWebhookSender {
  const inFlight = new Set<AbortController>();
  let agent = createAgent();
  let lastUsed = clock();
  let closed = false;

  function createAgent(): Agent {
    return new Agent({
      allowH2: false,
      connect: createDeadlineConnector(guard.lookup, timeouts.connect),
      connections: MAX_SOCKETS_PER_ORIGIN,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      keepAliveTimeoutThreshold: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The timer in `send` limits the whole request exactly, so the two timeouts of undici are switched off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Timers stop in a frozen container, but those of the receiver do not: after a pause the receiver has closed every idle
   * socket, and a request on one would fail and cost the customer an attempt. This function therefore replaces the sockets
   * after a pause.
   */
  function dropStaleSockets(): void {
    if (closed || inFlight.size > 0 || clock() - lastUsed <= IDLE_MS) return;
    void agent.destroy();
    agent = createAgent();
  }

  async function post(
    url: URL,
    { headers, body }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      signal,
    });
    return toResult(response, await readExcerpt(response.body, maxBodyBytes));
  }

  async function send(request: WebhookRequest): Promise<SendResult> {
    const checked = guard.checkUrl(request.url);
    if ('code' in checked)
      return { ...NO_RESPONSE, outcome: 'blocked_address', error: checked.detail, durationMs: 0 };
    const abort = new AbortController();
    dropStaleSockets();
    const timer = startPatientTimer(
      timeouts.total,
      (isStalled) => abort.abort(new SendAbortedError(isStalled ? 'cancelled' : 'timeout')),
      timeouts.total + MOST_STALLED_MS,
    );
    inFlight.add(abort);
    let result: ReceivedResponse;
    try {
      result = await post(checked.url, request, abort.signal);
    } catch (error) {
      // After an abort, any error of undici is a consequence; while connecting it reports "client destroyed".
      const cause: unknown = abort.signal.aborted ? abort.signal.reason : error;
      result = { ...NO_RESPONSE, ...describeSendFailure(cause, timeouts) };
    } finally {
      timer.cancel();
      inFlight.delete(abort);
      lastUsed = clock();
    }
    return { ...result, durationMs: Math.round(timer.counted()) };
  }

  return {
    send,
    async close() {
      closed = true;
      for (const abort of inFlight) abort.abort(new SendAbortedError('cancelled'));
      await agent.destroy();
    },
  };
}

type ReceivedResponse = Omit<SendResult, 'durationMs'>;

const NO_RESPONSE = { statusCode: null, retryAfter: null, responseText: null };

function toResult({ statusCode, headers }: Dispatcher.ResponseData, excerpt: Buffer): ReceivedResponse {
  const retryAfter = firstValue(headers['retry-after'])?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null;
  if (statusCode >= 200 && statusCode < 300) {
    return { outcome: 'success', statusCode, error: null, retryAfter, responseText: null };
  }
  const encoding = firstValue(headers['content-encoding']) ?? 'identity';
  const responseText = excerpt.length === 0 || encoding !== 'identity' ? null : excerptText(excerpt);
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

function firstValue(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
