import { createServer as createHttpServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/** A receiver on loopback whose every byte the test decides. */
export interface ReceiverSocket extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Connections accepted so far. */
  connections(): number;
  /** Connections open now. */
  open(): number;
}

/** A request as an HTTP receiver got it. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An HTTP receiver that keeps what it got. */
export interface ReceiverServer extends ReceiverSocket {
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a raw receiver; `talk` gets each accepted socket. */
export async function startReceiverSocket(talk: (socket: Socket) => void): Promise<ReceiverSocket> {
  return listen(createServer(talk), 'http');
}

/** Starts an HTTP receiver that reads each request whole, keeps it and lets `answer` write the response. */
export async function startReceiverServer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<ReceiverServer> {
  const requests: ReceivedRequest[] = [];
  const server = createHttpServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks) };
      requests.push(request);
      answer(response, request);
    });
  });
  return { ...(await listen(server, 'http')), requests };
}

/** Puts any server on a free loopback port and ends it with all its sockets on disposal. */
export async function listen(server: Server, scheme: 'http' | 'https'): Promise<ReceiverSocket> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    url: `${scheme}://127.0.0.1:${address.port}/hook`,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
