import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Starts a server on the loopback address. Returns its port: any free one, unless a port is given. @throws Error if it is in use */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

/** Ends a server, and with its connections every exchange. */
export async function stopServer(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
