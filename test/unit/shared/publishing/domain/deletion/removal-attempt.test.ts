import { describe, expect, it } from 'vitest';
import {
  afterRemoval,
  afterRun,
  claimedOutcome,
  dueOutcome,
  exhausted,
  whileAttempting,
} from '#shared/publishing/domain/deletion/removal-attempt.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anOutcome, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';

const error = { code: 'rate_limited', detail: 'Later.' };
const retryAfter = (notBefore: Date | null) => ({ kind: 'retry', error, notBefore }) as const;

describe('afterRemoval', () => {
  it('ends an account when none of its posts is left', () => {
    const claimed = claimedOutcome(anOutcome({ error }));

    expect(afterRemoval(claimed, { left: 0, stop: null }, NOW)).toEqual(
      anOutcome({ left: 0, attempts: 1, state: 'removed', finishedAt: NOW }),
    );
  });

  it('ends as failed when an unknown post may remain', () => {
    const after = afterRemoval(anOutcome({ uncertain: true }), { left: 0, stop: null }, NOW);

    expect(after).toMatchObject({ left: 0, state: 'failed', error: { code: 'outcome_unknown' } });
  });

  it.each([
    [1, 30],
    [2, 120],
    [3, 480],
    [4, 480],
  ])('waits after attempt %i for %i seconds', (attempts, seconds) => {
    const after = afterRemoval(anOutcome({ attempts }), { left: 1, stop: retryAfter(null) }, NOW);

    expect(after).toEqual(anOutcome({ attempts, error, nextAttemptAt: secondsAfterNow(seconds) }));
  });

  it('waits as long as the network demands, but not shorter', () => {
    const next = (notBefore: Date) =>
      afterRemoval(anOutcome({ attempts: 1 }), { left: 1, stop: retryAfter(notBefore) }, NOW).nextAttemptAt;

    expect(next(secondsAfterNow(3600))).toEqual(secondsAfterNow(3600));
    expect(next(secondsAfterNow(1))).toEqual(secondsAfterNow(30));
  });

  it('fails after the fifth attempt, and remembers what was removed', () => {
    const outcome = anOutcome({ remote: ['a', 'b', 'c'], attempts: 5 });

    expect(afterRemoval(outcome, { left: 2, stop: retryAfter(null) }, NOW)).toEqual({
      ...outcome,
      left: 2,
      state: 'failed',
      error,
      finishedAt: NOW,
    });
  });

  it.each(['failed', 'unauthorised'] as const)('fails at once when the result is %s', (kind) => {
    const after = afterRemoval(anOutcome({ attempts: 1 }), { left: 1, stop: { kind, error } }, NOW);

    expect(after).toMatchObject({ state: 'failed', error, nextAttemptAt: null, finishedAt: NOW });
  });

  it('continues at once, with the same number of attempts, after an interruption', () => {
    const outcome = anOutcome({ remote: ['a', 'b'], attempts: 3 });

    expect(afterRemoval(outcome, { left: 1, stop: null }, NOW)).toEqual({
      ...outcome,
      left: 1,
      attempts: 2,
      nextAttemptAt: NOW,
    });
  });
});

describe('exhausted', () => {
  it('ends with the last error, or as unknown', () => {
    expect(exhausted(anOutcome({ error }), NOW).error).toEqual(error);
    expect(exhausted(anOutcome(), NOW)).toMatchObject({
      state: 'failed',
      error: { code: 'outcome_unknown' },
    });
  });
});

describe('dueOutcome', () => {
  it('is the first pending account whose time has come', () => {
    const accounts = [
      anOutcome({ accountId: 1, state: 'removed' }),
      anOutcome({ accountId: 2, nextAttemptAt: secondsAfterNow(5) }),
      anOutcome({ accountId: 3, nextAttemptAt: secondsAfterNow(1) }),
    ];

    expect(dueOutcome(aRemoval({ accounts }), NOW)?.accountId).toBe(3);
    expect(dueOutcome(aRemoval({ accounts: accounts.slice(0, 2) }), NOW)).toBeUndefined();
  });
});

describe('the job of a removal', () => {
  it('is found by the sweep if an attempt crashes', () => {
    expect(whileAttempting(aRemoval(), NOW)).toMatchObject({
      due: { at: secondsAfterNow(270), seq: 2, timer: false },
      dueSeq: 2,
    });
  });

  it('is due with the next attempt, and at the earliest now', () => {
    const accounts = [30, -5, 600].map((wait) => anOutcome({ nextAttemptAt: secondsAfterNow(wait) }));

    expect(afterRun(aRemoval({ accounts }), NOW).due).toEqual({ at: NOW, seq: 2, timer: true });
    expect(afterRun(aRemoval({ accounts: accounts.slice(0, 1) }), NOW).due?.at).toEqual(secondsAfterNow(30));
  });

  it('ends with the last account', () => {
    const accounts = [anOutcome({ state: 'removed' }), anOutcome({ state: 'failed' })];

    expect(afterRun(aRemoval({ accounts }), NOW)).toMatchObject({ due: null, dueSeq: 2 });
  });
});
