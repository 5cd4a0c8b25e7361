import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { parseRetryAfter } from '#shared/platform/network/retry-after.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { AttemptOutcome, DeliveryReason } from '#shared/webhooks/domain/delivery.ts';

/** A completed attempt, and the input of the decision about the next one. */
export type AttemptMade = {
  /** Number of the completed attempt, from 1. */
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  readonly retryAfter: string | null;
  readonly now: Date;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: number;
  /** Delays in seconds after attempt 1, 2, …; the number of attempts is one more. */
  readonly delays: readonly number[];
};

/** What happens to the delivery next. */
export type NextStep =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly reason: DeliveryReason }
  | { readonly kind: 'retry'; readonly at: Date; readonly reason: DeliveryReason };

const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = DAY_MS;

/** The state of a delivery after an attempt. */
export function progressAfter(made: AttemptMade): DeliveryProgress {
  const next = decideNext(made);
  if (next.kind === 'retry') {
    return { state: 'retrying', reason: next.reason, nextAttemptAt: next.at, finishedAt: null };
  }
  const reason = next.kind === 'failed' ? next.reason : null;
  return { state: next.kind, reason, nextAttemptAt: null, finishedAt: made.now };
}

/**
 * Decides what follows an attempt (docs/specification/webhooks.md#retry-schedule and #final-and-retried-failures). Pure.
 * @throws RangeError if `attempt` is not a positive integer
 */
export function decideNext(completed: AttemptMade): NextStep {
  if (!Number.isInteger(completed.attempt) || completed.attempt < 1)
    throw new RangeError('attempts count from 1');
  if (completed.outcome === 'success') return { kind: 'succeeded' };
  const final = finalReason(completed);
  if (final !== undefined) return { kind: 'failed', reason: final };
  const delay = completed.delays[completed.attempt - 1];
  if (delay === undefined) return { kind: 'failed', reason: 'attempts_exhausted' };

  const planned = delay * 1000 * jitterFactor(completed);
  const requested = requestedDelay(completed);
  const isRequested = requested > planned;
  const delayMs = Math.round(isRequested ? requested : planned);
  return {
    kind: 'retry',
    at: new Date(completed.now.getTime() + delayMs),
    reason: isRequested ? 'receiver_asked_to_wait' : retryReason(completed.outcome),
  };
}

function finalReason({ outcome, statusCode }: AttemptMade): DeliveryReason | undefined {
  if (outcome === 'blocked_address') return 'address_blocked';
  if (outcome === 'redirect') return 'redirect_refused';
  const isFinalStatus =
    statusCode !== null && statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
  return outcome === 'http_error' && isFinalStatus ? 'receiver_rejected' : undefined;
}

/** Jitter of ±20 %. After a 429 the jitter only lengthens the delay, so that the receiver is never called early. */
function jitterFactor({ statusCode, random }: AttemptMade): number {
  return statusCode === 429 ? 1 + JITTER * random : 1 - JITTER + 2 * JITTER * random;
}

/** Milliseconds of `Retry-After`, at most a day: without a limit, a typing error would defer a delivery for ever. */
function requestedDelay({ outcome, retryAfter, now }: AttemptMade): number {
  if (outcome !== 'http_error' || retryAfter === null) return 0;
  return Math.min(parseRetryAfter(retryAfter, now) ?? 0, MAX_RETRY_AFTER_MS);
}

function retryReason(outcome: AttemptOutcome): DeliveryReason {
  if (outcome === 'timeout') return 'receiver_timeout';
  if (outcome === 'connect_timeout' || outcome === 'network_error') return 'connection_failed';
  return outcome === 'cancelled' ? 'attempt_interrupted' : 'receiver_error';
}
