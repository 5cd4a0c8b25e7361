import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { Readable } from 'node:stream';
import type { AddressGuard } from './address-guard.ts';
import { BlockedAddressError } from './blocked-address-error.ts';
import { HttpFailureError, type HttpRequest } from './http-client.ts';
import { networkSentence } from './network-sentence.ts';
import { request as requestPlain } from './node-http.ts';
import { hostOf } from './target-url.ts';

/** Milliseconds until the next address of a host is tried, if one address drops packets. */
const NEXT_ADDRESS_AFTER_MS = 1000;
const MAX_HEADER_BYTES = 65_536;
/** The body is sent in slices: in one piece, TLS would hold a second copy of a complete video. */
const SLICE_BYTES = 262_144;

/** Time limits of a request, in milliseconds. */
export type RequestLimits = {
  /** Timeout for DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** Timeout of the complete call. */
  readonly deadlineMs: number;
  /** Timeout without a byte of the response, once the request is sent; without it, only the complete call has a limit. */
  readonly idleMs?: number;
};

/** A response whose head has arrived. Reading its body throws an HttpFailureError if the request fails meanwhile. */
export type OpenResponse = {
  readonly incoming: IncomingMessage;
  /** The body as it arrives. */
  readonly chunks: () => AsyncGenerator<Buffer>;
  /** Ends the connection and all timers. Must be called. */
  readonly close: () => void;
};

/**
 * Sends a request to a host of a customer (docs/specification/webhooks.md#address-guard): checked addresses only, TLS 1.2 or newer, limits on
 * time, no redirects, proxies or decompression. Each request has its own connection, because a frozen container would resume with dead
 * ones. `userAgent` is sent unless the request has another one. @throws HttpFailureError if no response arrives
 */
export async function openResponse(
  guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>,
  request: HttpRequest,
  { userAgent, connectMs, deadlineMs, idleMs }: RequestLimits & { readonly userAgent: string },
): Promise<OpenResponse> {
  const checked = guard.checkUrl(request.url);
  if ('code' in checked) throw new HttpFailureError('blocked', checked.detail);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = send(
    checked.url,
    { ...request, headers: { 'user-agent': userAgent, ...request.headers } },
    guard.lookup,
  );
  let sent = false;
  let failure: HttpFailureError | undefined;
  let response: IncomingMessage | undefined;
  /**
   * A body without a length ends with its connection. To Node's parser, a timeout or a reset is the same end, so that the part which has
   * arrived would count as the whole body.
   */
  let isCutOff = false;
  let idle: NodeJS.Timeout | undefined;

  function fail(error: unknown): void {
    failure ??= toFailure(error, sent);
    isCutOff ||= response?.complete === false;
    reject(failure);
    outgoing.destroy(failure);
  }
  function expire(sentence: string): void {
    fail(new HttpFailureError(sent ? 'unknown' : 'not_sent', sentence));
  }
  function restartIdle(): void {
    clearTimeout(idle);
    if (idleMs === undefined) return;
    idle = setTimeout(() => expire(`No data for ${idleMs / 1000} seconds.`), idleMs);
  }

  const connecting = setTimeout(
    () => expire(`No connection within ${connectMs / 1000} seconds (DNS, TCP and TLS together).`),
    connectMs,
  );
  const deadline = setTimeout(
    () => expire(`No complete response within ${deadlineMs / 1000} seconds.`),
    deadlineMs,
  );
  function close(): void {
    clearTimeout(connecting);
    clearTimeout(deadline);
    clearTimeout(idle);
    outgoing.destroy();
  }

  outgoing.on('socket', (socket) => {
    // Until then Node buffers the whole request.
    socket.once(checked.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      sent = true;
      clearTimeout(connecting);
      restartIdle();
    });
  });
  outgoing.on('error', fail);
  outgoing.on('response', (incoming) => {
    response = incoming;
    resolve(incoming);
  });
  Readable.from(slices(request.body ?? [])).pipe(outgoing);
  try {
    const incoming = await promise;
    return { incoming, chunks: () => read(incoming), close };
  } catch (error) {
    close();
    throw error;
  }

  async function* read(incoming: IncomingMessage): AsyncGenerator<Buffer> {
    restartIdle();
    try {
      for await (const chunk of incoming) {
        if (!Buffer.isBuffer(chunk)) continue;
        // A slow reader is not a slow host.
        clearTimeout(idle);
        yield chunk;
        restartIdle();
      }
    } catch (error) {
      // A timeout destroys the connection, which the body reports as another error.
      throw failure ?? toFailure(error, sent);
    }
    if (failure && isCutOff) throw failure;
  }
}

function send(
  url: URL,
  { method, headers, body }: HttpRequest,
  lookup: AddressGuard['lookup'],
): ClientRequest {
  const isTls = url.protocol === 'https:';
  const length = body?.reduce((sum, part) => sum + part.byteLength, 0);
  const options: RequestOptions = {
    method,
    host: hostOf(url),
    port: url.port === '' ? (isTls ? 443 : 80) : url.port,
    path: url.pathname + url.search,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(length === undefined ? {} : { 'content-length': length }),
    },
    agent: false,
    lookup,
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const connectOptions = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS };
  return isTls
    ? requestTls({ ...options, ...connectOptions, minVersion: 'TLSv1.2' })
    : requestPlain({ ...options, ...connectOptions });
}

function* slices(parts: readonly Uint8Array<ArrayBuffer>[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += SLICE_BYTES) yield part.subarray(at, at + SLICE_BYTES);
  }
}

function toFailure(error: unknown, sent: boolean): HttpFailureError {
  if (error instanceof HttpFailureError) return error;
  const kind = error instanceof BlockedAddressError ? 'blocked' : sent ? 'unknown' : 'not_sent';
  return new HttpFailureError(kind, networkSentence(error), { cause: error });
}

/** The headers by lower-case name; the first value of a repeated header. */
export function singleValues(headers: IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) => {
    const first = typeof value === 'string' ? value : value?.[0];
    return first === undefined ? [] : [[name, first] as const];
  });
  return Object.fromEntries(pairs);
}
