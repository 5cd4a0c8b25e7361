import type { Condition } from '#shared/platform/store/write.ts';

/** The delivery has not ended. */
export const notFinished: Condition = { expression: 'attribute_not_exists(finished_at)' };

/** The delivery has ended. */
export const isFinished: Condition = { expression: 'attribute_exists(finished_at)' };

/** Exactly this many attempts are recorded. */
export function attemptsMade(count: number): Condition {
  if (count === 0) return { expression: 'attribute_not_exists(attempts_made)' };
  return { expression: 'attempts_made = :made', values: { ':made': count } };
}

/** No other run holds the lease for this attempt. */
export function notLeased(attempt: number, now: Date): Condition {
  return {
    expression:
      '(attribute_not_exists(lease_attempt) OR lease_attempt < :lease_attempt OR lease_until <= :now)',
    values: { ':lease_attempt': attempt, ':now': now.getTime() },
  };
}

/** The delivery waits for this attempt: before the first one its state is `queued`, and afterwards `retrying`. */
export function waitsFor(attempt: number): Condition {
  return {
    expression: '#state = :waiting',
    names: { '#state': 'state' },
    values: { ':waiting': attempt === 1 ? 'queued' : 'retrying' },
  };
}
