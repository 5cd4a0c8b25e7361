import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import type { ConnectionCheck } from '#shared/webhooks/ports/connection-check.ts';
import { createDeadlineConnector } from './receiver-sockets.ts';
import { describeConnectFailure } from './send-failure.ts';

/** Connect timeout of a delivery for DNS, TCP and TLS together, in milliseconds. */
const CONNECT_MS = 4000;

/** Tries a connection as a delivery makes it, under the same rules (docs/specification/webhooks.md#preview). */
export function createConnectionCheck(guard: AddressGuard, connectMs = CONNECT_MS): ConnectionCheck {
  const connect = createDeadlineConnector(guard.lookup, connectMs);
  return {
    async check(text) {
      const checked = guard.checkUrl(text);
      if ('code' in checked) return { reachable: false, error: checked.detail };
      try {
        const socket = await connect(checked.url);
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

function readProtocol(socket: Socket): string {
  return socket instanceof TLSSocket ? (socket.getProtocol() ?? 'TLS') : 'none';
}
