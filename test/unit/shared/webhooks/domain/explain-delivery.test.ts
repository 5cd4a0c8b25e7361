import { describe, expect, it } from 'vitest';
import { DELIVERY_REASONS, type DeliveryReason, DELIVERY_STATES } from '#shared/webhooks/domain/delivery.ts';
import { explainDelivery } from '#shared/webhooks/domain/explain-delivery.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';

const NOTHING_YET = { nextAttemptAt: null, attempts: [] };
const SENTENCES = /^[A-Z0-9].*\.$/u;

const every = DELIVERY_STATES.flatMap((state) =>
  [null, ...DELIVERY_REASONS].map((reason) => ({ state, reason })),
);

describe('explainDelivery', () => {
  it.each(every)('has whole sentences for $state because of $reason', (shown) => {
    for (const nextAttemptAt of [null, secondsAfterNow(60)]) {
      const { why, next } = explainDelivery(shown, { ...NOTHING_YET, nextAttemptAt });

      expect(why).toMatch(SENTENCES);
      expect(next).toMatch(SENTENCES);
      expect(`${why}${next}`).not.toMatch(/undefined|null|NaN/u);
    }
  });

  it('distinguishes every reason', () => {
    const whys = DELIVERY_REASONS.map(
      (reason) => explainDelivery({ state: 'failed', reason }, NOTHING_YET).why,
    );

    expect(new Set(whys).size).toBe(DELIVERY_REASONS.length);
  });

  it('reports that a success requires no action', () => {
    expect(explainDelivery({ state: 'succeeded', reason: null }, NOTHING_YET)).toEqual({
      why: 'The receiver returned a 2xx status.',
      next: 'Nothing: the delivery is complete.',
    });
  });

  it('reports that a new delivery has no attempt yet', () => {
    const { why, next } = explainDelivery({ state: 'queued', reason: null }, NOTHING_YET);

    expect(why).toContain('has not ended');
    expect(next).toContain('within a minute');
  });

  it('reports the number and the time of the next attempt', () => {
    const waiting = { nextAttemptAt: secondsAfterNow(60), attempts: [anAttempt(), anAttempt({ number: 2 })] };
    const { next } = explainDelivery({ state: 'retrying', reason: 'receiver_error' }, waiting);

    expect(next).toContain('Attempt 3');
    expect(next).toContain(secondsAfterNow(60).toISOString());
  });

  it.each(['queued', 'retrying'] as const)(
    'reports, for %s and deferred, the latest time of the next attempt',
    (state) => {
      const attempts = state === 'queued' ? [] : [anAttempt()];
      const reason = 'endpoint_unresponsive';
      const { why, next } = explainDelivery(
        { state, reason },
        { nextAttemptAt: secondsAfterNow(840), attempts },
      );

      expect(why).toContain('did not respond');
      expect(next).toContain(`Attempt ${attempts.length + 1}`);
      expect(next).toContain(secondsAfterNow(840).toISOString());
    },
  );

  it('promises no attempt to what an edit cancelled, even if one was planned', () => {
    const waiting = { nextAttemptAt: secondsAfterNow(60), attempts: [anAttempt()] };
    const { next } = explainDelivery({ state: 'cancelled', reason: 'endpoint_edited' }, waiting);

    expect(next).not.toContain('Attempt');
    expect(next).toContain('resent');
  });

  it.each<[DeliveryReason, string]>([
    ['endpoint_suspended', 'can take over the endpoint'],
    ['endpoint_paused', 'Enable'],
    ['attempts_exhausted', 'six'],
    ['redirect_refused', 'redirect'],
    ['receiver_timeout', '8 seconds'],
  ])('explains how to fix %s', (reason, word) => {
    expect(explainDelivery({ state: 'failed', reason }, NOTHING_YET).why).toContain(word);
  });

  it.each(every)('offers no resend without a payload, for $state because of $reason', (shown) => {
    for (const nextAttemptAt of [null, secondsAfterNow(60)]) {
      const gone = { payloadGone: 'The payload has expired' };
      const { why, next } = explainDelivery(shown, { ...NOTHING_YET, nextAttemptAt }, gone);

      expect(`${why} ${next}`).toMatch(/^[A-Z0-9].*\.$/u);
      expect(`${why} ${next}`).not.toMatch(/then resend|can be resent|then recover|undefined/u);
    }
  });

  it.each(['queued', 'retrying'] as const)(
    'announces no attempt of %s while the endpoint is suspended',
    (state) => {
      const waiting = { ...NOTHING_YET, nextAttemptAt: secondsAfterNow(60) };
      const { next } = explainDelivery({ state, reason: null }, waiting, { isSuspended: true });

      expect(next).toContain('Attempt 1 is not sent');
      expect(next).toContain('becomes held');
    },
  );

  it('reports who can resume a held delivery', () => {
    expect(explainDelivery({ state: 'held', reason: 'endpoint_suspended' }, NOTHING_YET).next).toContain(
      'takes over',
    );
  });
});
