import { Server } from 'node:net';
import { startFauxqs, type FauxqsServer } from 'fauxqs';

const LOOPBACK = '127.0.0.1';

/**
 * Starts fauxqs on the loopback interface. fauxqs listens on all interfaces and has no option for it, so anybody on the network
 * could read and send messages without credentials.
 */
export async function startLoopbackFauxqs(
  options: NonNullable<Parameters<typeof startFauxqs>[0]>,
): Promise<FauxqsServer> {
  const { listen } = Server.prototype;
  const onLoopback: typeof listen = function onLoopback(this: Server, ...args: unknown[]): Server {
    const [first, ...rest] = args;
    const own = isAnyAddress(first) ? { ...first, host: LOOPBACK } : first;
    Reflect.apply(listen, this, [own, ...rest]);
    return this;
  };
  Server.prototype.listen = onLoopback;
  try {
    return await startFauxqs(options);
  } finally {
    if (Server.prototype.listen === onLoopback) Server.prototype.listen = listen;
  }
}

function isAnyAddress(options: unknown): options is { readonly host: string } {
  return typeof options === 'object' && options !== null && 'host' in options && options.host === '0.0.0.0';
}
