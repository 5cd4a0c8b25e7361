import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { request } from '#shared/platform/network/node-http.ts';
import type { WebhookRequest } from '#shared/webhooks/ports/webhook-sender.ts';
import { bytesToLookAhead, maskSecrets } from './mask-headers.ts';
import { type ReceivedResponse, readResponseHead } from './response-head.ts';

/** Bytes of names and values together. */
const MAX_HEADER_BYTES = 65_536;
/** Node's parser counts the reason phrase, too. */
const PARSER_HEADER_BYTES = 2 * MAX_HEADER_BYTES;
/** 64 KB of headers, 16 KB of body, and about as much again for chunk sizes, trailers and informational responses. */
const MAX_RESPONSE_BYTES = 2 * MAX_HEADER_BYTES;
const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';
/** Bytes of a response that are kept (docs/specification/webhooks.md#receiver-responses). */
const EXCERPT_BYTES = 512;
/** If a receiver announces a shorter keep-alive time, the socket may be closed before the next request arrives. */
const SHORT_KEEP_ALIVE = /timeout=[01](?!\d)/u;

/** A response that Node's parser accepts although it is no final response to a POST: a status like 099, or a switch of protocols. */
class MalformedResponseError extends Error {
  override readonly name = 'MalformedResponseError';
  readonly code = 'ERR_MALFORMED_RESPONSE';
}

/** The response has more bytes of headers, or more bytes outside headers and body, than the sender reads. */
class ResponseOverflowError extends Error {
  override readonly name = 'ResponseOverflowError';
  readonly code = HEADER_OVERFLOW;
}

/**
 * Sends a POST on a connected socket and reads at most `maxBodyBytes` of the body. `free` gets the socket if another request can
 * use it; otherwise it is destroyed. Rejects if no complete status line arrived: with the reason of the signal, with an error of Node,
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
  const settle = (error: unknown): void => {
    // A status that the receiver has sent counts, whatever is wrong with what follows: the receiver has processed the request.
    const response = isOverflow(error) ? undefined : readResponseHead(tap.bytes());
    if (response) resolve(response);
    else reject(error);
  };
  const fail = (error: unknown): void => {
    settle(error);
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
  // Also emitted after a response, whose body is then read as far as it arrived.
  outgoing.on('error', settle);
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

function isOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === HEADER_OVERFLOW;
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

const END_OF_HEAD = '\r\n\r\n';

/** Facts about the bytes of one response that Node's parser does not report. */
type ResponseTap = {
  /** Must be called when the parser has read the headers of a response, also of an informational response. */
  headEnds(): void;
  /**
   * Whether the complete response ended with the last byte that arrived. Bytes after it would belong to no request, and the parser
   * discards the start of another response. `length` is that of the body; undefined for a body in chunks. The result can be false by
   * mistake, if the headers or the last chunk arrived in several pieces.
   */
  endsExactly(length: number | undefined): boolean;
  /** All bytes that have arrived. */
  bytes(): Buffer;
  /** Stops observing the socket. */
  end(): void;
};

/**
 * Observes the bytes that Node's parser reads, and calls `overflow` if the response has more than 128 KB: Node limits headers and streams the
 * body, but accepts line ends, reason phrases, chunk extensions and informational responses without a common limit.
 */
function tapResponse(socket: Socket, overflow: () => void): ResponseTap {
  let arrived = 0;
  let last: Buffer = Buffer.alloc(0);
  /** Where the parser is in `last`, and how many bytes arrived after it. */
  let headEnd = 0;
  let afterHead = Number.NaN;
  const chunks: Buffer[] = [];

  function read(chunk: Buffer): void {
    if (arrived >= MAX_RESPONSE_BYTES) overflow();
    arrived += chunk.length;
    afterHead += chunk.length;
    last = chunk;
    chunks.push(chunk);
    headEnd = 0;
  }

  // This listener must run before the parser's listener, which exists already.
  socket.prependListener('data', read);
  return {
    headEnds() {
      const at = last.indexOf(END_OF_HEAD, headEnd);
      headEnd = at === -1 ? last.length : at + END_OF_HEAD.length;
      afterHead = at === -1 ? Number.NaN : last.length - headEnd;
    },
    endsExactly: (length) =>
      length === undefined
        ? last.subarray(-END_OF_HEAD.length).equals(Buffer.from(END_OF_HEAD))
        : afterHead === length,
    bytes: () => Buffer.concat(chunks),
    end: () => void socket.off('data', read),
  };
}

/**
 * Reads a response body up to `maxBytes` and returns its first 512 bytes, and those after them that `excerptText` needs to hide the
 * secrets. A longer body is destroyed with its socket; a complete one frees the socket for reuse. Never rejects, because the status
 * line has already decided the outcome: if the body stalls until the deadline, is reset or is malformed, the function returns the bytes
 * that arrived.
 */
export function readExcerpt(
  body: Readable,
  maxBytes: number,
  secrets: readonly string[] = [],
): Promise<Buffer> {
  const keptBytes = EXCERPT_BYTES + bytesToLookAhead(secrets);
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let read = 0;
  body.on('data', (chunk: Buffer) => {
    if (read < keptBytes) chunks.push(chunk.subarray(0, keptBytes - read));
    read += chunk.length;
    if (read >= maxBytes) body.destroy();
  });
  body.on('error', () => {});
  body.on('close', () => resolve(Buffer.concat(chunks)));
  return promise;
}

/**
 * The first 512 bytes of the excerpt as text, without a character that is cut in half at the end, and without control characters other
 * than tabs and line breaks: a terminal that shows the text would obey them. Secrets are hidden before the text is cut, because the
 * part of a secret before the cut could not be recognised, and after control characters are removed, because these can separate its
 * characters.
 */
export function excerptText(excerpt: Buffer, secrets: readonly string[] = []): string {
  const text = decode(excerpt.subarray(0, EXCERPT_BYTES));
  return secrets.length === 0 ? text : maskSecrets(decode(excerpt), text.length, secrets);
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll(CONTROLS, '');
}

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;
