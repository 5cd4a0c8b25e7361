import { STATUS_CODES } from 'node:http';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import type { SendResult, WebhookRequest, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { createDeadlineConnector } from './deadline-connector.ts';
import { excerptText, readExcerpt } from './response-excerpt.ts';
import { describeSendFailure, SendAbortedError } from './send-failure.ts';
import type { SendTimeouts } from './send-failure.ts';

/** Idle sockets serve a burst to one host and little more: a frozen container would wake up with dead ones. */
const IDLE_MS = 1000;
/** Above any batch of one container, so that no request spends its 8 seconds waiting for another's socket. */
const MAX_SOCKETS_PER_ORIGIN = 64;
const MAX_HEADER_BYTES = 16_384;
/** A sane `Retry-After` has at most 29 characters; more is not worth keeping. */
const MAX_RETRY_AFTER_LENGTH = 64;
/** Statuses that name another address for the request (RFC 9110, 15.4). */
const LEADS_ELSEWHERE: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Settings of the sender; the defaults are the specification's. */
export interface WebhookSenderOptions {
  readonly guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>;
  /** Milliseconds. Must run on while the process is frozen, as `Date.now` does. */
  readonly clock?: () => number;
  readonly timeouts?: SendTimeouts;
  /** Most bytes of an answer's body that are read (R19). */
  readonly maxBodyBytes?: number;
}

/** A sender that can be shut down. */
export interface ClosableWebhookSender extends WebhookSender {
  /** Breaks off requests in flight (they end as `cancelled`) and closes all sockets. */
  close(): Promise<void>;
}

/**
 * Makes the sender over undici (specification, Delivery behaviour 1-3; R19). Redirects are not followed, answers are
 * not decompressed, and proxies named by the environment are not used: they would dial past the address guard.
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
      // Our own deadline covers everything and is exact; undici's two timers would only get in its way.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Timers stand still in a frozen container, the receiver's do not: after a pause its end of every idle socket
   * is closed, and a request on one would fail and cost the customer an attempt. So a pause gets fresh sockets.
   */
  function dropStaleSockets(): void {
    if (closed || inFlight.size > 0 || clock() - lastUsed <= IDLE_MS) return;
    void agent.destroy();
    agent = createAgent();
  }

  async function requestContext(
    url: URL,
    { headers, body }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<HandlerResponse> {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      signal,
    });
    return toAnswer(response, await readExcerpt(response.body, maxBodyBytes));
  }

  async function send(request: WebhookRequest): Promise<SendResult> {
    const started = clock();
    const checked = guard.checkUrl(request.url);
    if ('code' in checked)
      return { ...NO_ANSWER, outcome: 'blocked_address', error: checked.detail, durationMs: 0 };
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new SendAbortedError('timeout')), timeouts.total);
    dropStaleSockets();
    inFlight.add(abort);
    let answer: HandlerResponse;
    try {
      answer = await requestContext(checked.url, request, abort.signal);
    } catch (error) {
      // Once we broke off, whatever undici makes of it is our doing: while it connects it says "client destroyed".
      const cause: unknown = abort.signal.aborted ? abort.signal.reason : error;
      answer = { ...NO_ANSWER, ...describeSendFailure(cause, timeouts) };
    } finally {
      clearTimeout(timer);
      inFlight.delete(abort);
      lastUsed = clock();
    }
    return { ...answer, durationMs: Math.max(0, Math.round(lastUsed - started)) };
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

type HandlerResponse = Omit<SendResult, 'durationMs'>;

const NO_ANSWER = { statusCode: null, retryAfter: null, responseText: null };

function toAnswer({ statusCode, headers }: Dispatcher.ResponseData, excerpt: Buffer): HandlerResponse {
  const retryAfter = firstValue(headers['retry-after'])?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null;
  if (statusCode >= 200 && statusCode < 300) {
    return { outcome: 'success', statusCode, error: null, retryAfter, responseText: null };
  }
  const encoding = firstValue(headers['content-encoding']) ?? 'identity';
  const responseText = excerpt.length === 0 || encoding !== 'identity' ? null : excerptText(excerpt);
  const outcome = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_error';
  return { outcome, statusCode, error: statusSentence(statusCode), retryAfter, responseText };
}

/** What to tell the customer about an answer that is no success. */
function statusSentence(statusCode: number): string {
  const answered = `The receiver responded with ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd();
  if (LEADS_ELSEWHERE.has(statusCode))
    return `${answered}; redirects are not followed, so set the final address as the endpoint URL.`;
  // The other 3xx, 304 say, end a delivery too, but there is no address to enter.
  if (statusCode >= 300 && statusCode < 400) return `${answered}; only a 2xx status counts as delivered.`;
  return statusCode < 600 ? `${answered}.` : `${answered}, which is not a valid HTTP status.`;
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}
