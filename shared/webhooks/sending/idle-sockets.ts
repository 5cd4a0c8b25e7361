import type { Socket } from 'node:net';

/**
 * How long an idle socket is kept, in milliseconds, so that a burst to one host reuses it. After a longer time the container
 * may have been frozen, and the receiver may have closed the socket.
 */
const IDLE_MS = 1000;

/** Connected sockets that no request uses now, by the origin of their URL. */
export interface IdleSockets {
  /** Removes an open socket from those of the origin and returns it; undefined if there is none. */
  take(origin: string): Promise<Socket | undefined>;
  /** Keeps a socket for a second. If a byte arrives before, the socket closes, because no request asked for the byte. */
  keep(origin: string, socket: Socket): void;
  destroy(): void;
}

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
