import type { Condition } from '#shared/platform/store/write.ts';

/** The delivery has not ended. */
export const notFinished: Condition = { expression: 'attribute_not_exists(finishedAt)' };

/** The delivery has ended. */
export const isFinished: Condition = { expression: 'attribute_exists(finishedAt)' };

/** Exactly this many attempts are recorded. */
export function attemptsMade(count: number): Condition {
  if (count === 0) return { expression: 'attribute_not_exists(attemptsMade)' };
  return { expression: 'attemptsMade = :made', values: { ':made': count } };
}

/** No other run holds the lease for this attempt. */
export function notLeased(attempt: number, now: Date): Condition {
  return {
    expression: '(attribute_not_exists(leaseAttempt) OR leaseAttempt < :leaseAttempt OR leaseUntil <= :now)',
    values: { ':leaseAttempt': attempt, ':now': now.getTime() },
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
