import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import type { ConnectionCheck } from '#shared/webhooks/ports/connection-check.ts';
import { createDeadlineConnector } from './receiver-sockets.ts';
import { describeConnectFailure } from './send-failure.ts';

/** Connect timeout of a delivery for DNS, TCP and TLS together, in milliseconds. */
const CONNECT_MS = 4000;
/** The longest wait after the handshake for a refusal or a session ticket, in milliseconds. */
const MAX_REFUSAL_MS = 500;

/** Tries a connection as a delivery makes it, under the same rules (docs/specification/webhooks.md#preview). */
export function createConnectionCheck(guard: AddressGuard, connectMs = CONNECT_MS): ConnectionCheck {
  const connect = createDeadlineConnector(guard.lookup, connectMs);
  return {
    async check(text) {
      const checked = guard.checkUrl(text);
      if ('code' in checked) return { reachable: false, error: checked.detail };
      try {
        const socket = await connect(checked.url);
        await acceptance(socket);
        const { remoteAddress: address = '' } = socket;
        const protocol = readProtocol(socket);
        socket.destroy();
        return { reachable: true, protocol, address };
      } catch (error) {
        return { reachable: false, error: describeConnectFailure(error, connectMs).error };
      }
    },
  };
}

/**
 * With TLS 1.3, a server that demands a client certificate says so only after the handshake (RFC 8446, 4.4.2.4). A server that accepts the
 * client usually sends a session ticket (4.6.1), which ends the wait. Rejects with the error of the socket.
 */
async function acceptance(socket: Socket): Promise<void> {
  if (!(socket instanceof TLSSocket) || socket.getProtocol() !== 'TLSv1.3') return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_REFUSAL_MS);
  socket
    .once('error', reject)
    .once('session', () => resolve())
    .once('close', () => resolve());
  await promise.finally(() => clearTimeout(timer));
}

function readProtocol(socket: Socket): string {
  return socket instanceof TLSSocket ? (socket.getProtocol() ?? 'TLS') : 'none';
}
