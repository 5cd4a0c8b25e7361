import { BlockedAddressError } from '#shared/platform/network/blocked-address-error.ts';
import { networkSentence } from '#shared/platform/network/network-sentence.ts';
import type { AttemptOutcome } from '#shared/webhooks/domain/delivery.ts';
import { ConnectTimeoutError } from './receiver-sockets.ts';

/** The reason for a request that the sender aborted itself. */
export class SendAbortedError extends Error {
  override readonly name = 'SendAbortedError';
  readonly outcome: 'timeout' | 'cancelled';

  constructor(outcome: 'timeout' | 'cancelled') {
    super(`send aborted: ${outcome}`);
    this.outcome = outcome;
  }
}

/** How a failed request is recorded; `error` is safe to show to a customer. */
export type SendFailure = {
  readonly outcome: AttemptOutcome;
  readonly error: string;
};

/**
 * Translates the error of a request with these timeouts in milliseconds. Rethrows errors that the platform caused, such as a header that HTTP forbids: recorded
 * as an attempt, they would blame the receiver for a bug of the platform.
 */
export function describeSendFailure(
  error: unknown,
  timeouts: { readonly total: number; readonly connect: number },
): SendFailure {
  if (error instanceof SendAbortedError) {
    return error.outcome === 'timeout'
      ? {
          outcome: 'timeout',
          error: `No response within ${seconds(timeouts.total)}; respond first, and process the event afterwards.`,
        }
      : {
          outcome: 'cancelled',
          error: 'The platform aborted the request; the receiver is not the cause.',
        };
  }
  if (error instanceof TypeError) throw error;
  return describeConnectFailure(error, timeouts.connect);
}

/** Translates the error of a connection, or of a connection that ended during its request. */
export function describeConnectFailure(error: unknown, connectMs: number): SendFailure {
  if (error instanceof BlockedAddressError) {
    return { outcome: 'blocked_address', error: 'The host name resolves to an address that is not public.' };
  }
  if (error instanceof ConnectTimeoutError) {
    return {
      outcome: 'connect_timeout',
      error: `No connection within ${seconds(connectMs)} (DNS, TCP and TLS together).`,
    };
  }
  return { outcome: 'network_error', error: networkSentence(error) };
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} seconds`;
}
