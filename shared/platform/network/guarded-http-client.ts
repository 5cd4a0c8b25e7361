import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { Readable } from 'node:stream';
import type { AddressGuard } from './address-guard.ts';
import { BlockedAddressError } from './blocked-address-error.ts';
import { HttpFailureError } from './http-client.ts';
import type { HttpReply, HttpClient, HttpRequest } from './http-client.ts';
import { networkSentence } from './network-sentence.ts';
import { request as requestPlain } from './node-http.ts';
import { hostOf } from './target-url.ts';

/** Milliseconds until the next address of a host is tried, if one address drops packets. */
const NEXT_ADDRESS_AFTER_MS = 1000;
const MAX_HEADER_BYTES = 16_384;
/** The body is sent in slices: in one piece, TLS would hold a second copy of a complete video. */
const SLICE_BYTES = 262_144;

/** Limits of the client; the defaults are for every call except uploads. */
export type HttpLimits = {
  /** Timeout for DNS, TCP and TLS together, in milliseconds. */
  readonly connectMs: number;
  /** Timeout of the complete call, unless the request has its own. */
  readonly deadlineMs: number;
  /** Maximum size in bytes of a response body; a longer body is an error. */
  readonly maxResponseBytes: number;
};

const LIMITS: HttpLimits = { connectMs: 4000, deadlineMs: 10_000, maxResponseBytes: 1_048_576 };

/**
 * Creates a client for hosts of customers (docs/specification.md#address-guard): checked addresses only, TLS 1.2 or newer,
 * limits on time and size, no redirects, proxies or decompression. Each request has its own connection, because a frozen
 * container would resume with dead ones.
 */
export function createGuardedHttpClient(
  guard: Pick<AddressGuard, 'checkUrl' | 'lookup'>,
  limits: Partial<HttpLimits> = {},
): HttpClient {
  const { connectMs, deadlineMs, maxResponseBytes } = { ...LIMITS, ...limits };
  return async (request) => {
    const checked = guard.checkUrl(request.url);
    if ('code' in checked) throw new HttpFailureError('blocked', checked.detail);
    const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
    const outgoing = open(checked.url, request, guard.lookup);
    let sent = false;

    function fail(error: unknown): void {
      reject(toFailure(error, sent));
      outgoing.destroy();
    }
    function expire(sentence: string): void {
      fail(new HttpFailureError(sent ? 'unknown' : 'not_sent', sentence));
    }

    const total = request.deadlineMs ?? deadlineMs;
    const connecting = setTimeout(
      () => expire(`No connection within ${connectMs / 1000} seconds (DNS, TCP and TLS together).`),
      connectMs,
    );
    const deadline = setTimeout(() => expire(`No complete response within ${total / 1000} seconds.`), total);
    outgoing.on('socket', (socket) => {
      // Until then Node buffers the whole request.
      socket.once(checked.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        sent = true;
        clearTimeout(connecting);
      });
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      readText(incoming, maxResponseBytes).then(
        (text) =>
          resolve({ status: incoming.statusCode ?? 0, headers: singleValues(incoming.headers), text }),
        fail,
      );
    });
    Readable.from(slices(request.body ?? [])).pipe(outgoing);
    try {
      return await promise;
    } finally {
      clearTimeout(connecting);
      clearTimeout(deadline);
      outgoing.destroy();
    }
  };
}

function open(
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

async function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    read += chunk.length;
    if (read > maxBytes)
      throw new HttpFailureError('unknown', `The response is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function toFailure(error: unknown, sent: boolean): HttpFailureError {
  if (error instanceof HttpFailureError) return error;
  const kind = error instanceof BlockedAddressError ? 'blocked' : sent ? 'unknown' : 'not_sent';
  return new HttpFailureError(kind, networkSentence(error), { cause: error });
}

function singleValues(headers: IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) => {
    const first = typeof value === 'string' ? value : value?.[0];
    return first === undefined ? [] : [[name, first] as const];
  });
  return Object.fromEntries(pairs);
}
