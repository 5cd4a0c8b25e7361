import { Socket } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { buildConnector as connectors } from 'undici';
import { patientTimer } from '#shared/platform/runtime/patient-timer.ts';
import { tapResponses } from './response-tap.ts';
import { buildConnector, errors } from './undici.ts';

/** Milliseconds until the next address of a receiver is tried, if one address drops packets. */
const NEXT_ADDRESS_AFTER_MS = 1000;

/**
 * Creates the connect function for undici: TLS 1.2 or newer, HTTP/1.1 only, and one timeout for DNS, TCP and TLS together.
 * It has its own timer because that of undici is up to a second late. Fails with undici's ConnectTimeoutError.
 * `tapResponses` limits what arrives on its sockets.
 */
export function createDeadlineConnector(lookup: LookupFunction, timeoutMs: number): connectors.connector {
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
    const cancelTimer = patientTimer(timeoutMs, () => {
      expired = true;
      if (socket instanceof Socket) socket.destroy();
      callback(new errors.ConnectTimeoutError(`not connected within ${timeoutMs} ms`), null);
    });
    // The types do not guarantee it, but undici returns the socket synchronously, before it is connected.
    const socket: unknown = connect(options, (...result) => {
      cancelTimer();
      const [, connected] = result;
      if (expired) {
        connected?.destroy();
        return;
      }
      // After an error the socket is null in the types, and undefined in fact.
      if (connected) tapResponses(connected);
      callback(...result);
    });
  };
}
