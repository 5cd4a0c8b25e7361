import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { listen, stopServer } from './listen.ts';
import { LocalError } from './local-error.ts';

export type PartRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type PartResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the connection is reset instead, so that the client gets no response. */
  readonly isReset?: boolean;
};

export type HttpPart = { readonly port: number; readonly address: string; stop(): Promise<void> };

/** A small HTTP server on the loopback address, the base of the local services that replace AWS. */
export async function startHttpPart(options: {
  readonly port: number;
  /** The environment variable that sets the port, for the error message if the port is in use. */
  readonly portVariable?: string;
  readonly handle: (request: PartRequest) => Promise<PartResponse>;
}): Promise<HttpPart> {
  const server = createServer((incoming, response) => {
    void readBody(incoming)
      .then((body) =>
        options.handle({
          method: incoming.method ?? 'GET',
          url: new URL(incoming.url ?? '/', 'http://127.0.0.1'),
          headers: incoming.headers,
          body,
        }),
      )
      .then(
        (result) => {
          if (result.isReset === true) incoming.socket.resetAndDestroy();
          else response.writeHead(result.status, result.headers).end(result.body);
        },
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  const port = await listen(server, options.port).catch((error: unknown) => {
    throw portError(error, options.port, options.portVariable);
  });
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    stop: () => stopServer(server),
  };
}

/** Replaces "address in use" by a one-line message that says what to do. */
export function portError(error: unknown, port: number, variable = 'PORT'): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return new LocalError(
      `port ${port} is already in use; set ${variable} to another port, or to 0 for any free port`,
    );
  return error;
}

function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('error', reject);
  });
}
