import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type AudienceConditions,
  failedOf,
  filterOf,
  isInAudience,
  isAudience,
  readStoredAudience,
  skipReason,
} from '#shared/broadcasts/domain/audience.ts';
import { holdOf } from '#shared/broadcasts/domain/broadcast-control.ts';
import { fromUnits, partsOf, priceOf, toUnits } from '#shared/broadcasts/domain/price.ts';
import { containsTime, endOfQuiet } from '#shared/broadcasts/domain/quiet-hours.ts';
import { countersOf, isOver, NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { rateOf, reserve, timeOfSlot } from '#shared/broadcasts/domain/send-rate.ts';
import { aRunState } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

describe('an audience', () => {
  it.each<[string, AudienceConditions, boolean]>([
    ['stage', { stage: 'lead' }, true],
    ['stage', { stage: 'customer' }, false],
    ['any tag', { tags: { any: ['x', 'vip'] } }, true],
    ['any tag', { tags: { any: ['x'] } }, false],
    ['all tags', { tags: { all: ['vip', 'berlin'] } }, true],
    ['all tags', { tags: { all: ['vip', 'x'] } }, false],
    ['platform', { platform: 'sms' }, false],
    ['nothing', {}, true],
  ])('has a contact by %s %j: %s', (_, audience, expected) => {
    const contact = aContact({ stage: 'lead', tags: ['vip', 'berlin'], platform: 'whatsapp' });

    expect(isInAudience(audience, contact)).toBe(expected);
  });

  it('is read by the filters of the list of contacts', () => {
    expect(filterOf({ stage: 'lead', platform: 'sms', tags: { all: ['a', 'b'], any: ['c'] } })).toEqual({
      stage: 'lead',
      platform: 'sms',
      tag: 'a',
    });
  });

  it('is the failures of another broadcast, in lower case', () => {
    const id = '0198ABCD-0000-7000-8000-000000000001';

    expect(failedOf(readStoredAudience(`{"failed_of":"${id}"}`))).toBe(id.toLowerCase());
    expect(failedOf({ stage: 'lead' })).toBeUndefined();
  });

  it.each([
    '{"tag":"x"}',
    '{"failed_of":"x"}',
    `{"failed_of":"${randomUUID()}","stage":"x"}`,
    '{"tags":{"any":[]}}',
    '{"platform":"fax"}',
    '{',
  ])('is not %s', (text) => {
    expect(isAudience(text)).toBe(false);
    expect(() => readStoredAudience(text)).toThrow('Invalid');
  });

  it('skips a contact that has opted out, and one without a phone number', () => {
    const phone = '+12025550143';

    expect(skipReason(aContact({ phone, optOuts: new Map([['sms', NOW]]) }), 'sms')).toBe('opted_out');
    expect(skipReason(aContact({ phone, optOuts: new Map([['sms', NOW]]) }), 'whatsapp')).toBeUndefined();
    expect(skipReason(aContact({ phone: null }), 'sms')).toBe('contact_unreachable');
  });
});

describe('a rate', () => {
  const wish = { wanted: 100, perSecond: 10 };

  it('gives at most the slots of one second', () => {
    expect(reserve(null, wish, NOW)).toEqual({
      kind: 'reserved',
      slots: { from: NOW, count: 10, everyMs: 100 },
      nextAt: secondsAfterNow(1),
    });
  });

  it('continues after the slots of another run, or asks to wait', () => {
    expect(reserve(secondsAfterNow(0.5), wish, NOW)).toMatchObject({
      slots: { from: secondsAfterNow(0.5) },
    });
    expect(reserve(secondsAfterNow(3), wish, NOW)).toEqual({
      kind: 'full',
      until: new Date(secondsAfterNow(2).getTime() + 1),
    });
  });

  it('allows one message in several seconds', () => {
    expect(reserve(null, { wanted: 5, perSecond: 0.5 }, NOW)).toEqual({
      kind: 'reserved',
      slots: { from: NOW, count: 1, everyMs: 2000 },
      nextAt: secondsAfterNow(2),
    });
  });

  it('spreads its slots, and is the smaller one of quota and limit', () => {
    expect(timeOfSlot({ from: NOW, count: 10, everyMs: 100 }, 3)).toEqual(secondsAfterNow(0.3));
    expect([rateOf(20, null), rateOf(20, 5), rateOf(20, 50)]).toEqual([20, 5, 20]);
  });
});

describe('quiet hours', () => {
  const NIGHT = { from: '21:00', to: '08:00' };

  it.each([
    ['20:59', false],
    ['21:00', true],
    ['00:00', true],
    ['07:59', true],
    ['08:00', false],
  ])('from evening to morning contain %s: %s', (time, expected) => {
    expect(containsTime(NIGHT, time)).toBe(expected);
  });

  it('contain no time if they end as they begin', () => {
    expect(containsTime({ from: '10:00', to: '10:00' }, '10:00')).toBe(false);
  });

  it('end in the morning of the recipient', () => {
    const night = new Date('2026-07-01T23:30:10Z');

    expect(endOfQuiet(NIGHT, ['Europe/Berlin'], night)).toEqual(new Date('2026-07-02T06:00:00Z'));
    expect(endOfQuiet(NIGHT, ['America/New_York'], night)).toEqual(night);
  });

  it('last until they have ended in all zones of a country', () => {
    const zones = ['America/New_York', 'America/Los_Angeles'] as const;

    expect(endOfQuiet(NIGHT, zones, new Date('2026-07-01T13:00:00Z'))).toEqual(
      new Date('2026-07-01T15:00:00Z'),
    );
  });

  it('are those of the first zone if every minute is quiet in one of the zones', () => {
    const most = { from: '10:00', to: '08:00' };

    expect(endOfQuiet(most, ['Europe/Berlin', 'Asia/Tokyo'], new Date('2026-07-01T10:00:00Z'))).toEqual(
      new Date('2026-07-02T06:00:00Z'),
    );
  });
});

describe('a price', () => {
  it.each([
    ['12.5', 1_250_000],
    ['0.00001', 1],
    ['3', 300_000],
    ['1.123456', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1.', undefined],
  ])('of %j dollars is %s units', (amount, units) => {
    expect(toUnits(amount)).toBe(units);
  });

  it('is written with five decimals', () => {
    expect([fromUnits(1_250_000), fromUnits(1), fromUnits(0)]).toEqual(['12.50000', '0.00001', '0.00000']);
  });

  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['', 1],
  ])('is paid for each part of %j', (text, parts) => {
    expect(partsOf(text)).toBe(parts);
  });

  it('is that of the longest prefix, times the parts', () => {
    const prices = {
      default: 5,
      byPrefix: new Map([
        ['+1', 1],
        ['+1202', 2],
      ]),
    };

    expect(['+12025550143', '+12125550143', '+4930123'].map((phone) => priceOf(phone, 2, prices))).toEqual([
      4, 2, 10,
    ]);
  });
});

describe('the control of a broadcast', () => {
  it.each([
    [{}, undefined],
    [{ isStopped: true, pausedAt: NOW }, 'stopped'],
    [{ pausedAt: NOW }, 'paused'],
    [{ budget: 10, reserved: 5 }, undefined],
    [{ budget: 10, reserved: 6 }, 'budget_reached'],
  ] as const)('with %j holds a message of 5 units: %s', (overrides, expected) => {
    expect(holdOf({ ...aRunState().control, ...overrides }, 5)).toBe(expected);
  });
});

describe('counts', () => {
  it('become the counters of events, without skipped recipients', () => {
    const counts = {
      ...NO_RECIPIENTS,
      pending: 1,
      sent: 2,
      delivered: 3,
      read: 4,
      failed: 5,
      unknown: 6,
      skipped: 7,
    };

    expect(countersOf(counts)).toEqual({ recipients: 21, sent: 9, failed: 5 });
    expect(isOver(counts)).toBe(false);
    expect(isOver({ ...counts, pending: 0 })).toBe(true);
    expect(isOver({ ...counts, pending: 0, sending: 1 })).toBe(false);
  });
});
