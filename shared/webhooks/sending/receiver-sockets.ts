import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { hostOf, isAddress } from '#shared/platform/network/target-url.ts';
import { patientTimer } from '#shared/platform/runtime/patient-timer.ts';

/** Milliseconds until the next address of a receiver is tried, if one address drops packets. */
const NEXT_ADDRESS_AFTER_MS = 1000;
/** TLS sessions that are kept, each of a few KB: a receiver that resumes one does less work. */
const MAX_SESSIONS = 100;
/**
 * How long an idle socket is kept, in milliseconds, so that a burst to one host reuses it. After a longer time the container
 * may have been frozen, and the receiver may have closed the socket.
 */
const IDLE_MS = 1000;

/** DNS, TCP and TLS together took too long. */
export class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
}

/** Connects to the host of a URL. Rejects with the reason of the signal once that is aborted. */
export type Connect = (url: URL, signal?: AbortSignal) => Promise<Socket>;

/**
 * Creates a connect function: TLS 1.2 or newer, HTTP/1.1 only, and one timeout for DNS, TCP and TLS together. Rejects with
 * ConnectTimeoutError or with the error of DNS, TCP or TLS; no socket remains then.
 */
export function createDeadlineConnector(lookup: LookupFunction, timeoutMs: number): Connect {
  const sessions = new Map<string, Buffer>();

  function keepSession(origin: string, session: Buffer): void {
    const [oldest] = sessions.keys();
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    sessions.set(origin, session);
  }

  function openTls(url: URL, options: ReturnType<typeof tcpOptions>): TLSSocket {
    const session = sessions.get(url.origin);
    // SNI contains host names only. The certificate for an IP address is checked without it.
    const servername = isAddress(options.host) ? {} : { servername: options.host };
    const socket = connectTls({
      ...options,
      ...servername,
      ...(session && { session }),
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
    });
    return socket.on('session', (latest) => keepSession(url.origin, latest));
  }

  return async (url, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isTls = url.protocol === 'https:';
    const options = tcpOptions(url, lookup);
    const socket = isTls ? openTls(url, options) : connectTcp(options);
    const abort = (): void => reject(signal?.reason);
    const cancelTimer = patientTimer(timeoutMs, () =>
      reject(new ConnectTimeoutError(`not connected within ${timeoutMs} ms`)),
    );
    // Stays for the life of the socket: an idle socket has no other listener for errors.
    socket.on('error', reject);
    socket.once(isTls ? 'secureConnect' : 'connect', resolve);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
    try {
      await promise;
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
    }
  };
}

function tcpOptions(url: URL, lookup: LookupFunction) {
  return {
    host: hostOf(url),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
}

/** Connected sockets that no request uses now, by the origin of their URL. */
type IdleSockets = {
  /** Removes an open socket from those of the origin and returns it; undefined if there is none. */
  take(origin: string): Promise<Socket | undefined>;
  /** Keeps a socket for a second. If a byte arrives before, the socket closes, because no request asked for the byte. */
  keep(origin: string, socket: Socket): void;
  destroy(): void;
};

/**
 * Timers stop in a frozen container, but those of the receiver do not: after a pause the receiver has closed every idle
 * socket, and a request on one would fail and cost the customer an attempt. `clock` (milliseconds) therefore continues while the
 * process is frozen, as `Date.now` does.
 */
export function createIdleSockets(clock: () => number): IdleSockets {
  const idle = new Map<Socket, { readonly origin: string; readonly since: number }>();

  function discard(this: Socket): void {
    idle.delete(this);
    this.destroy();
  }

  function takeLatest(origin: string): Socket | undefined {
    const found = [...idle].findLast(([, entry]) => entry.origin === origin);
    if (found === undefined) return undefined;
    const [socket, { since }] = found;
    idle.delete(socket);
    socket.setTimeout(0).off('timeout', discard).off('close', discard).off('data', discard);
    if (socket.readyState === 'open' && clock() - since <= IDLE_MS) return socket;
    socket.destroy();
    return takeLatest(origin);
  }

  return {
    async take(origin) {
      if (idle.size === 0) return undefined;
      await bytesToArrive();
      return takeLatest(origin);
    },
    keep(origin, socket) {
      idle.set(socket, { origin, since: clock() });
      socket.setTimeout(IDLE_MS).on('timeout', discard).on('close', discard).on('data', discard);
    },
    destroy() {
      for (const socket of idle.keys()) socket.destroy();
    },
  };
}

/**
 * Waits until the event loop has read from all sockets, so that this process knows which of them were closed, and which got
 * bytes without a request. The first immediate can run before that.
 */
function bytesToArrive(): Promise<void> {
  return new Promise((resolve) => setImmediate(setImmediate, resolve));
}
