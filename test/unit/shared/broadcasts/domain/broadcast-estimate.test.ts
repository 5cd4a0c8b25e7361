import { describe, expect, it } from 'vitest';
import {
  atCount,
  ESTIMATE_TTL_MS,
  isExpired,
  newEstimate,
  readyEstimate,
  withContacts,
} from '#shared/broadcasts/domain/broadcast-estimate.ts';
import type { PriceList } from '#shared/broadcasts/domain/price-list.ts';
import { estimateBasis } from '#shared/broadcasts/use-cases/estimate-basis.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { aPlatformBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const PRICES: PriceList = new Map([['sms', { default: 5000, byPrefix: new Map([['+1', 813]]) }]]);

function anEstimate(broadcast = aPlatformBroadcast()) {
  return newEstimate(broadcast, 'basis', undefined, NOW);
}

describe('an estimate', () => {
  it('counts who gets the message, in how many parts and at which price, and who does not', () => {
    const message = { type: 'text', body: 'x'.repeat(161) } as const;
    const broadcast = aPlatformBroadcast({ message, sending: { platform: 'sms' } });
    const optedOut = { phone: '+12025550143', optOuts: new Map([['sms', NOW]] as const) };
    const contacts = [
      aContact({ phone: '+12025550143' }),
      aContact({ phone: '+4930123456' }),
      aContact(optedOut),
      aContact({ ...optedOut, phone: null }),
      aContact({ phone: null }),
    ];
    const first = withContacts(anEstimate(), broadcast, { contacts, readTo: 'here' }, PRICES);
    const second = withContacts(
      first,
      broadcast,
      { contacts: contacts.slice(0, 1), readTo: undefined },
      PRICES,
    );

    expect(first.cursor).toBe('here');
    expect(second.cursor).toBeNull();
    expect(second.counts).toEqual({
      recipients: 3,
      optedOut: 2,
      unreachable: 1,
      parts: 6,
      price: 2 * (813 + 5000 + 813),
    });
  });

  it('ends with the duration at the rate, in whole seconds', () => {
    const counts = { recipients: 11, optedOut: 0, unreachable: 0, parts: 11, price: 0 };

    expect(readyEstimate({ ...anEstimate(), counts }, 5, NOW)).toMatchObject({
      state: 'ready',
      seconds: 3,
      countedAt: NOW,
      due: null,
    });
  });

  it('makes the jobs and steps of the estimate that it replaces outdated', () => {
    const broadcast = aPlatformBroadcast();
    const begun = atCount(anEstimate(broadcast), NOW);
    const next = newEstimate(broadcast, 'other', begun, secondsAfterNow(1));

    expect(next).toMatchObject({ step: begun.step + 1, attempts: 0, cursor: null, basis: 'other' });
    expect(jobTiming(next.due, { seq: begun.due?.seq ?? 0 }, secondsAfterNow(1))).toBe('outdated');
    expect(jobTiming(next.due, { seq: next.due?.seq ?? 0 }, secondsAfterNow(1))).toBe('due');
  });

  it('fails at the ninth attempt without progress', () => {
    let estimate = anEstimate();
    for (let attempt = 1; attempt <= 8; attempt += 1) estimate = atCount(estimate, NOW);

    expect(estimate).toMatchObject({ state: 'counting', attempts: 8 });
    expect(atCount(estimate, NOW)).toMatchObject({ state: 'failed', due: null });
  });

  it('expires after 7 days', () => {
    const [at, before] = [ESTIMATE_TTL_MS, ESTIMATE_TTL_MS - 1].map((ms) => new Date(NOW.getTime() + ms));

    expect(ESTIMATE_TTL_MS).toBe(7 * DAY_MS);
    expect([before, at].map((now) => now && isExpired(anEstimate(), now))).toEqual([false, true]);
  });
});

describe('what an estimate depends on', () => {
  const broadcast = aPlatformBroadcast({ audience: null });

  it.each([
    ['the text', { message: { ...broadcast.message, body: 'Other' } }],
    ['the type', { message: { ...broadcast.message, type: 'image' } }],
    ['the audience', { audience: '{"stage":"lead"}' }],
    ['the platform', { sending: { ...broadcast.sending, platform: 'sms' } }],
    ['the rate', { sending: { ...broadcast.sending, ratePerSecond: 3 } }],
  ] as const)('is %s', (_, change) => {
    expect(estimateBasis({ ...broadcast, ...change })).not.toBe(estimateBasis(broadcast));
  });

  it.each([
    ['the name', { name: 'Other' }],
    ['an approval or a start', { state: 'in_flight', revision: 7 }],
    ['the number and the budget', { sending: { ...broadcast.sending, phoneNumberId: 'x', budget: 3 } }],
    ['the form of an audience of everybody', { audience: '{}' }],
  ] as const)('is not %s', (_, change) => {
    expect(estimateBasis({ ...broadcast, ...change })).toBe(estimateBasis(broadcast));
  });
});
