import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { AddressGuard } from '#shared/platform/network/address-guard.ts';
import { networkSentence } from '#shared/platform/network/network-sentence.ts';
import { hostOf } from '#shared/platform/network/target-url.ts';
import type { ConnectionResult, ConnectionCheck } from '#shared/webhooks/ports/connection-check.ts';

/** Connect timeout of a delivery for DNS, TCP and TLS together, in milliseconds. */
const CONNECT_MS = 4000;

/**
 * Tries a connection under the rules of a delivery: checked addresses only, TLS 1.2 or newer, 4 seconds
 * (docs/specification.md#preview). It uses Node's own sockets, so that the preview function does not bundle the HTTP client
 * of the sender.
 */
export function createConnectionCheck(guard: AddressGuard, connectMs = CONNECT_MS): ConnectionCheck {
  return {
    async check(text) {
      const checked = guard.checkUrl(text);
      if ('code' in checked) return { reachable: false, error: checked.detail };
      const { promise, resolve } = Promise.withResolvers<ConnectionResult>();
      const socket = open(checked.url, guard.lookup);
      const timer = setTimeout(() => {
        resolve({
          reachable: false,
          error: `No connection within ${connectMs / 1000} seconds (DNS, TCP and TLS together).`,
        });
      }, connectMs);
      const ready = socket instanceof TLSSocket ? 'secureConnect' : 'connect';
      socket.once(ready, () => resolve({ reachable: true, protocol: readProtocol(socket) }));
      socket.on('error', (error) => resolve({ reachable: false, error: networkSentence(error) }));
      const result = await promise;
      clearTimeout(timer);
      socket.destroy();
      return result;
    },
  };
}

function open(url: URL, lookup: AddressGuard['lookup']): Socket {
  const host = hostOf(url);
  if (url.protocol !== 'https:') return connectTcp({ host, port: Number(url.port || 80), lookup });
  // SNI contains host names only. The certificate for an IP address is checked without it.
  const servername = /[a-z]/iu.test(host) && !host.includes(':') ? { servername: host } : {};
  return connectTls({ host, port: Number(url.port || 443), lookup, minVersion: 'TLSv1.2', ...servername });
}

function readProtocol(socket: Socket): string {
  return socket instanceof TLSSocket ? (socket.getProtocol() ?? 'TLS') : 'none';
}
