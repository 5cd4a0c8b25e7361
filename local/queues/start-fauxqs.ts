import type { RequestListener } from 'node:http';
import { Server } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { startFauxqs, type FauxqsServer } from 'fauxqs';

const LOOPBACK = '127.0.0.1';

/**
 * Starts fauxqs on the loopback interface. fauxqs listens on all interfaces and has no option for it, so anybody on the network
 * could read and send messages without credentials. `front` replaces the listener of its HTTP server by one before it.
 */
export async function startLoopbackFauxqs(
  options: NonNullable<Parameters<typeof startFauxqs>[0]>,
  front: (fauxqs: RequestListener) => RequestListener = (fauxqs) => fauxqs,
): Promise<FauxqsServer> {
  const { listen } = Server.prototype;
  const onLoopback: typeof listen = function onLoopback(this: Server, ...args: unknown[]): Server {
    const [first, ...rest] = args;
    const isFauxqs = isAnyAddress(first);
    if (isFauxqs) putBefore(this, front);
    Reflect.apply(listen, this, [isFauxqs ? { ...first, host: LOOPBACK } : first, ...rest]);
    return this;
  };
  Server.prototype.listen = onLoopback;
  const restore = writeWithoutFlush();
  try {
    return await startFauxqs(options);
  } finally {
    restore();
    if (Server.prototype.listen === onLoopback) Server.prototype.listen = listen;
  }
}

function putBefore(server: Server, front: (fauxqs: RequestListener) => RequestListener): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server that fauxqs starts is an HTTP server
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', front(listener));
}

/**
 * fauxqs flushes its database to the disk three times for each message, 2 ms each in which its event loop stands still. Without
 * the flush, the operating system still has every write of a killed process; only a power cut loses the last ones.
 */
function writeWithoutFlush(): () => void {
  const { exec } = DatabaseSync.prototype;
  const lazily: typeof exec = function lazily(this: DatabaseSync, sql) {
    const isOpening = /^PRAGMA journal_mode\s*=\s*WAL/iu.test(sql);
    // One process uses the database, so no transaction needs a lock of the file.
    if (isOpening) Reflect.apply(exec, this, ['PRAGMA locking_mode = EXCLUSIVE']);
    Reflect.apply(exec, this, [sql]);
    if (isOpening) Reflect.apply(exec, this, ['PRAGMA synchronous = NORMAL']);
  };
  DatabaseSync.prototype.exec = lazily;
  return () => {
    if (DatabaseSync.prototype.exec === lazily) DatabaseSync.prototype.exec = exec;
  };
}

function isAnyAddress(options: unknown): options is { readonly host: string } {
  return typeof options === 'object' && options !== null && 'host' in options && options.host === '0.0.0.0';
}
