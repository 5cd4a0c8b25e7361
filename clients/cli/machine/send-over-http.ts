import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { finished } from 'node:stream/promises';
import type { Incoming, Outgoing } from '#cli/api/send.ts';

/** No response of the API is larger: a Lambda response has at most 6 MB. */
const MAX_BYTES = 32_000_000;
/** What is read of a response that is not valid HTTP, to find its status. */
const HEAD_BYTES = 4096;

/**
 * Sends over `node:http`, because `fetch` follows redirects, adds headers, and uses a proxy if the environment asks for one. Our own agent ignores
 * the proxy settings of the environment. It opens a connection for each request, so a server that was restarted never gets an old connection.
 */
export async function sendOverHttp(request: Outgoing): Promise<Incoming> {
  const { method, url, body, timeoutMs, signal } = request;
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false });
  const tooLate = AbortSignal.timeout(timeoutMs);
  const settings = {
    method,
    headers: withLength(request),
    agent,
    signal: AbortSignal.any([signal, tooLate]),
  };
  let arrived: () => Buffer = () => Buffer.alloc(0);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = (isSecure ? https : http).request(url, settings, resolve);
    // After the response, this listener has no effect: an abort makes the reading of the body fail.
    sent.on('error', reject);
    // A switch of protocols that nobody asked for ends the request without an error.
    sent.on('close', () => reject(new Error('the connection was closed before a response')));
    if (request.responseBody === 'discard') arrived = firstBytes(sent);
    sent.end(body);
    const response = await promise;
    const received = await readBody(response, request.responseBody);
    return { status: response.statusCode ?? 0, headers: singleHeaders(response), body: received };
  } catch (error) {
    const head = arrived();
    if (isTlsAlert(head)) throw new Error('the port expects TLS: use https://', { cause: error });
    if (head.length > 0) return { status: statusIn(head), headers: {}, body: Buffer.alloc(0) };
    if (tooLate.aborted) throw new Error(`no response within ${timeoutMs / 1000} s`, { cause: error });
    throw error;
  }
}

function withLength({ method, headers, body }: Outgoing): Record<string, string> {
  if (body === undefined && (method === 'GET' || method === 'HEAD')) return { ...headers };
  return { ...headers, 'content-length': String(body?.length ?? 0) };
}

/** The first bytes of the response, which Node does not give if its parser rejects them or the connection ends too early. */
function firstBytes(sent: ClientRequest): () => Buffer {
  let bytes = Buffer.alloc(0);
  sent.on('socket', (socket) =>
    socket.on('data', (chunk: Buffer) => {
      if (bytes.length < HEAD_BYTES) bytes = Buffer.concat([bytes, chunk]);
    }),
  );
  return () => bytes;
}

/** A server that expects TLS responds to plain HTTP with an alert (RFC 8446, 6), without having read the request. */
function isTlsAlert([type, major]: Buffer): boolean {
  return type === 21 && major === 3;
}

/** The status of the final response in bytes that are not valid HTTP; 0 if there is none. */
function statusIn(head: Buffer): number {
  const statuses = [...head.toString('latin1').matchAll(/^HTTP\/\d\.\d\s+(\d{3})(?!\d)/gm)].map(
    ([, status]) => Number(status),
  );
  return statuses.find((status) => status >= 200) ?? 0;
}

async function readBody(response: IncomingMessage, use: Outgoing['responseBody']): Promise<Buffer> {
  if (use === 'discard') {
    // The server can write its whole response, but nobody waits for it: the timeout ends the connection.
    response.on('error', () => undefined).resume();
    response.socket.unref();
    return Buffer.alloc(0);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_BYTES) response.destroy(new Error(`the response is larger than ${MAX_BYTES} bytes`));
    else chunks.push(chunk);
  });
  await finished(response);
  return Buffer.concat(chunks);
}

function singleHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}
