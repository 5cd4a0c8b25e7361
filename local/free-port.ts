import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** A port of the loopback interface that is free now, for servers that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
