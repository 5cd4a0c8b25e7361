import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { hostOf, isAddress } from '#shared/platform/network/target-url.ts';
import { patientTimer } from '#shared/platform/runtime/patient-timer.ts';

/** Milliseconds until the next address of a receiver is tried, if one address drops packets. */
const NEXT_ADDRESS_AFTER_MS = 1000;
/** TLS sessions that are kept, each of a few KB: a receiver that resumes one does less work. */
const MAX_SESSIONS = 100;

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
