import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portError, type HttpPart, type PartRequest } from '#local/http-part.ts';
import { listen, stopServer } from '#local/listen.ts';

/** A request and the means to respond to it, even incorrectly. */
export type RequestContext = {
  readonly request: PartRequest;
  readonly response: ServerResponse;
  /** Aborts when the exchange ends: responded, client disconnected or receiver stopped. Every wait must end with it. */
  readonly signal: AbortSignal;
};

/** Far above the size of the largest delivery. */
const MAX_BODY_BYTES = 1024 * 1024;
const CLOSE = { connection: 'close' };

/**
 * The HTTP server of the receiver, on the loopback address. Unlike the other local services it gives behaviours the raw
 * response, because resets, slow responses and invalid HTTP cannot be expressed as data.
 */
export async function startReceiverServer(options: {
  readonly port: number;
  readonly handle: (exchange: RequestContext) => void | Promise<void>;
}): Promise<HttpPart> {
  async function exchange(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const over = new AbortController();
    response.once('close', () => over.abort());
    const url = URL.parse(`http://127.0.0.1${incoming.url ?? '/'}`);
    if (url === null) return void response.writeHead(400, CLOSE).end('the path cannot be read');
    try {
      const { method = 'GET', headers } = incoming;
      const request = { method, url, headers, body: await readBody(incoming) };
      await options.handle({ request, response, signal: over.signal });
    } catch (error) {
      // Ignore what a wait throws after the exchange has ended.
      if (over.signal.aborted || response.headersSent) response.destroy();
      else if (error instanceof TooLargeError) response.writeHead(413, CLOSE).end(error.message);
      else response.writeHead(500, CLOSE).end(String(error));
    }
  }

  const server = createServer((incoming, response) => void exchange(incoming, response));
  const port = await listen(server, options.port).catch((error: unknown) => {
    throw portError(error, options.port, 'RECEIVER_PORT');
  });
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    stop: () => stopServer(server),
  };
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES)
        reject(new TooLargeError(`the receiver accepts bodies of at most ${MAX_BODY_BYTES} bytes`));
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('error', reject);
  });
}
