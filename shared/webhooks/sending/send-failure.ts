import { errors } from 'undici';
import { BlockedAddressError } from '#shared/platform/network/blocked-address-error.ts';
import { networkSentence } from '#shared/platform/network/network-sentence.ts';
import type { AttemptOutcome } from '#shared/webhooks/domain/attempt-outcome.ts';

/** Reason a request was broken off by the sender itself. */
export class SendAbortedError extends Error {
  override readonly name = 'SendAbortedError';
  readonly outcome: 'timeout' | 'cancelled';

  constructor(outcome: 'timeout' | 'cancelled') {
    super(`send aborted: ${outcome}`);
    this.outcome = outcome;
  }
}

/** What a failed request is recorded as; `error` is safe to show to a customer. */
export interface SendFailure {
  readonly outcome: AttemptOutcome;
  readonly error: string;
}

/** Limits of one send in milliseconds. */
export interface SendTimeouts {
  readonly total: number;
  readonly connect: number;
}

/**
 * Translates what a request failed with. Rethrows an error that is our own doing, a header that HTTP forbids
 * say: recorded as an attempt it would blame the receiver for our bug.
 */
export function describeSendFailure(error: unknown, timeouts: SendTimeouts): SendFailure {
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
  if (error instanceof errors.InvalidArgumentError || error instanceof errors.ClientDestroyedError)
    throw error;
  if (error instanceof BlockedAddressError) {
    return { outcome: 'blocked_address', error: 'The host name resolves to an address that is not public.' };
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return {
      outcome: 'connect_timeout',
      error: `No connection within ${seconds(timeouts.connect)} (DNS, TCP and TLS together).`,
    };
  }
  return { outcome: 'network_error', error: networkSentence(error) };
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} seconds`;
}
