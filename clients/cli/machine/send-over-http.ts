import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { finished } from 'node:stream/promises';
import type { Incoming, Outgoing } from '#cli/api/send.ts';

/** No response of the API is larger: a Lambda response has at most 6 MB. */
const MAX_BYTES = 32_000_000;

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
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = (isSecure ? https : http).request(url, settings, resolve);
    // After the response, this listener has no effect: an abort makes the reading of the body fail.
    sent.on('error', reject);
    sent.end(body);
    const response = await promise;
    const received = await readBody(response, request.responseBody);
    return { status: response.statusCode ?? 0, headers: singleHeaders(response), body: received };
  } catch (error) {
    if (tooLate.aborted) throw new Error(`no response within ${timeoutMs / 1000} s`, { cause: error });
    throw error;
  }
}

function withLength({ method, headers, body }: Outgoing): Record<string, string> {
  if (body === undefined && (method === 'GET' || method === 'HEAD')) return { ...headers };
  return { ...headers, 'content-length': String(body?.length ?? 0) };
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
