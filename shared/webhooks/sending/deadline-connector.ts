import { Socket } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector, errors } from 'undici';
import { tapResponses } from './response-tap.ts';

/** A receiver with several addresses loses no more than this to one that swallows packets. */
const NEXT_ADDRESS_AFTER_MS = 1000;

/**
 * Makes undici's connect step: TLS 1.2 or newer, HTTP/1.1 only, and one limit over DNS, TCP and TLS together
 * (R19). The timer is our own because undici's is up to a second late. Fails with undici's ConnectTimeoutError. What
 * comes over its sockets is bounded by `tapResponses`.
 */
export function createDeadlineConnector(lookup: LookupFunction, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    lookup,
    minVersion: 'TLSv1.2',
    timeout: 0,
  });
  return (options, callback) => {
    let expired = false;
    const timer = setTimeout(() => {
      expired = true;
      if (socket instanceof Socket) socket.destroy();
      callback(new errors.ConnectTimeoutError(`not connected within ${timeoutMs} ms`), null);
    }, timeoutMs);
    // The types promise nothing here, but undici returns the socket at once, before it is connected.
    const socket: unknown = connect(options, (...result) => {
      clearTimeout(timer);
      const [, connected] = result;
      if (expired) {
        connected?.destroy();
        return;
      }
      // Null by the types, absent in fact, after an error.
      if (connected) tapResponses(connected);
      callback(...result);
    });
  };
}
