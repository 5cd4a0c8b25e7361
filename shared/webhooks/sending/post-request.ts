import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { request } from '#shared/platform/network/node-http.ts';
import type { WebhookRequest } from '#shared/webhooks/ports/webhook-sender.ts';
import { readExcerpt } from './response-excerpt.ts';
import { tapResponse } from './response-tap.ts';

/** Bytes of names and values together. */
const MAX_HEADER_BYTES = 16_384;
/** Node's parser counts the reason phrase, too. */
const PARSER_HEADER_BYTES = 2 * MAX_HEADER_BYTES;
/** If a receiver announces a shorter keep-alive time, the socket may be closed before the next request arrives. */
const SHORT_KEEP_ALIVE = /timeout=[01](?!\d)/u;

/** The response to one request; `excerpt` is the start of its body, for `excerptText`. */
export interface ReceivedResponse {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly excerpt: Buffer;
}

/** A response that Node's parser accepts although it is no final response to a POST: a status like 099, or a switch of protocols. */
class MalformedResponseError extends Error {
  override readonly name = 'MalformedResponseError';
  readonly code = 'ERR_MALFORMED_RESPONSE';
}

/** The response has more bytes of headers, or more bytes outside headers and body, than the sender reads. */
class ResponseOverflowError extends Error {
  override readonly name = 'ResponseOverflowError';
  readonly code = 'HPE_HEADER_OVERFLOW';
}

/**
 * Sends a POST on a connected socket and reads at most `maxBodyBytes` of the body. `free` gets the socket if another request can
 * use it; otherwise it is destroyed. Rejects if no complete headers arrived: with the reason of the signal, with an error of Node,
 * with an error that `networkSentence` knows, or with a TypeError for a request header that HTTP forbids.
 */
export async function postRequest(
  socket: Socket,
  url: URL,
  { headers, body, secrets }: WebhookRequest,
  options: {
    readonly signal: AbortSignal;
    readonly maxBodyBytes: number;
    readonly free: (socket: Socket) => void;
  },
): Promise<ReceivedResponse> {
  const { signal, maxBodyBytes, free } = options;
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedResponse>();
  const outgoing = request({
    createConnection: () => socket,
    method: 'POST',
    path: url.pathname + url.search,
    // Because of the second header, Node leaves the socket open after the response.
    headers: { host: url.host, connection: 'keep-alive', ...headers, 'content-length': body.length },
    maxHeaderSize: PARSER_HEADER_BYTES,
  });
  outgoing.maxHeadersCount = 0;
  const fail = (error: unknown): void => {
    reject(error);
    outgoing.destroy();
  };
  const abort = (): void => fail(signal.reason);
  const tap = tapResponse(socket, () => fail(new ResponseOverflowError()));
  let isReusable = false;

  async function receive(incoming: IncomingMessage): Promise<ReceivedResponse> {
    const excerpt = await readExcerpt(incoming, maxBodyBytes, secrets);
    const isComplete = outgoing.writableFinished && socket.readyState === 'open';
    isReusable = isComplete && isKeptAlive(incoming.headers) && tap.endsExactly(bodyLength(incoming));
    return { statusCode: statusOf(incoming), headers: incoming.headers, excerpt };
  }

  outgoing.on('information', tap.headEnds);
  outgoing.on('upgrade', () => fail(new MalformedResponseError()));
  outgoing.on('response', (incoming) => {
    tap.headEnds();
    if (headerBytes(incoming) >= MAX_HEADER_BYTES) fail(new ResponseOverflowError());
    else if (statusOf(incoming) < 200) fail(new MalformedResponseError());
    // Reading must start immediately, because an error in the bytes that arrived with the headers destroys the response.
    else resolve(receive(incoming));
  });
  outgoing.on('error', reject);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  outgoing.end(body);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    tap.end();
    if (isReusable) free(socket);
    else socket.destroy();
  }
}

function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode;
}

function headerBytes({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, part) => sum + part.length, 0);
}

function isKeptAlive({ 'keep-alive': announced = '' }: IncomingHttpHeaders): boolean {
  return !SHORT_KEEP_ALIVE.test(String(announced));
}

/** The bytes of the complete body after the head; undefined for a body in chunks. */
function bodyLength(incoming: IncomingMessage): number | undefined {
  if (statusOf(incoming) === 204 || statusOf(incoming) === 304) return 0;
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
  return coding === undefined ? Number(length) : undefined;
}
