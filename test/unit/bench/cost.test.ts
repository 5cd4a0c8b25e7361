import { describe, expect, it } from 'vitest';
import type { AwsCall } from '#bench/cost/aws-call.ts';
import { callDollars, line, totalDollars } from '#bench/cost/bills/bill.ts';
import type { EventBill } from '#bench/cost/bills/event-bill.ts';
import { logBills, logGoal } from '#bench/cost/bills/log-bill.ts';
import { metricsBills, metricsGoal } from '#bench/cost/bills/metrics-bill.ts';
import { notificationBills } from '#bench/cost/bills/notification-bill.ts';
import { ASSUMED, invocationDollars, MONTHLY_PRICES, PRICES } from '#bench/cost/bills/price-list.ts';
import { standingLines } from '#bench/cost/bills/standing-bill.ts';
import type { UpdateBill } from '#bench/cost/bills/update-bill.ts';
import { goalsOf, isMet } from '#bench/cost/goals.ts';
import { itemSize } from '#bench/cost/item-size.ts';

function aCall(changes: Partial<AwsCall>) {
  return {
    service: 'dynamodb',
    action: 'GetItem',
    target: 'core',
    items: [],
    reads: 0,
    writes: 0,
    indexWrites: 0,
    pieces: 0,
    messages: 0,
    rejected: false,
    by: 'deliver-webhook',
    ...changes,
  };
}

function eventBill(changes: Partial<EventBill>): EventBill {
  return {
    events: 1,
    endpoints: 1,
    contact: false,
    spread: false,
    samples: false,
    deliveries: 1,
    plane: [],
    beside: [],
    perMillionEvents: 0,
    perMillionDeliveries: 0,
    ...changes,
  };
}

function updateBill(reads: { warm: number; cold: number }, writes = 1): UpdateBill {
  const calls = (count: number) => ({ reads: count, readUnits: count, writes, writeUnits: writes });
  return {
    name: 'name and text',
    operation: 'update-broadcast',
    requests: 200,
    warm: calls(reads.warm),
    cold: calls(reads.cold),
    keyNotes: 1,
    lines: [],
    perMillion: 0,
  };
}

describe('prices', () => {
  it('match the price list, in dollars per million', () => {
    const perMillion = Object.entries(PRICES).map(([name, price]) => [name, Math.round(price * 1e9) / 1e3]);

    expect(Object.fromEntries(perMillion)).toEqual({
      httpApiRequest: 1,
      lambdaRequest: 0.2,
      lambdaGigabyteSecond: 13.333,
      writeUnit: 0.625,
      readUnit: 0.125,
      queueRequest: 0.4,
      fairQueueRequest: 0.1,
      scheduleFired: 1,
      keyRequest: 3,
      logGigabyte: 500_000,
      egressGigabyte: 90_000,
      putObject: 5,
      mail: 100,
    });
    expect(MONTHLY_PRICES).toEqual({
      key: 1,
      alarmMetric: 0.1,
      dashboard: 3,
      secret: 0.4,
      customMetric: 0.3,
      logGigabyte: 0.03,
      tableGigabyte: 0.25,
      recoveryGigabyte: 0.2,
      objectGigabyte: 0.023,
    });
  });

  it('make a tenth of a million batches of healthy deliveries cost 42 cents', () => {
    expect(invocationDollars(ASSUMED.deliverBatch) * 1e5).toBeCloseTo(0.42, 3);
  });
});

describe('a bill', () => {
  it('counts units of tables, chunks of queue calls, key calls and fired schedules', () => {
    const calls = [
      aCall({ reads: 2, writes: 3, indexWrites: 1 }),
      aCall({ service: 'sqs', action: 'SendMessageBatch', pieces: 2, messages: 10 }),
      aCall({ service: 'kms', action: 'Decrypt' }),
      aCall({ service: 'scheduler', action: 'CreateSchedule' }),
      aCall({ service: 'scheduler', action: 'DeleteSchedule' }),
    ];

    expect(callDollars(calls) * 1e6).toBeCloseTo(2 * 0.125 + 3 * 0.625 + 2 * 0.5 + 3 + 1, 9);
  });

  it('adds up its lines, each per million', () => {
    const lines = [line('a', '', 0.5, 1e6), line('b', '', 1, 500)];

    expect(lines.map(({ dollarsPerMillion }) => dollarsPerMillion)).toEqual([0.5, 2000]);
    expect(totalDollars(lines)).toBe(2000.5);
  });

  it('counts the resources of the account, an expression by its metrics', () => {
    const alarm = (Properties: object) => ({ Type: 'AWS::CloudWatch::Alarm', Properties });
    const metric = { Id: 'm', MetricStat: {} };
    const templates = {
      data: { Resources: { Key: { Type: 'AWS::KMS::Key', Properties: {} } } },
      watch: {
        Resources: {
          One: alarm({ MetricName: 'Errors' }),
          Two: alarm({ Metrics: [metric, metric, { Id: 'e', Expression: 'm1/m2' }] }),
          Board: { Type: 'AWS::CloudWatch::Dashboard', Properties: {} },
        },
      },
    };

    const dollars = standingLines(templates).map(({ what, dollarsPerMillion }) => [what, dollarsPerMillion]);
    expect(dollars).toEqual([
      ['1', 1],
      ['3', expect.closeTo(0.3, 9)],
      ['1', 3],
    ]);
  });
});

describe('the size of an item', () => {
  it('is that of its names and values', () => {
    expect(itemSize({ pk: { S: 'A#1' }, n: { N: '1234' }, ok: { BOOL: true } })).toBe(5 + 4 + 3);
    expect(itemSize({ l: { L: [{ S: 'ä' }] } })).toBe(1 + 3 + 1 + 2);
    expect(itemSize({ m: { M: { a: { S: 'bc' } } } })).toBe(1 + 3 + 1 + 3);
  });
});

describe('goals', () => {
  it.each([
    ['one endpoint', eventBill({ perMillionEvents: 2.11 })],
    ['many endpoints', eventBill({ endpoints: 25, perMillionDeliveries: 1.46 })],
  ])('are missed by events to %s that cost more', (_, bill) => {
    expect(goalsOf([bill], []).map(isMet)).toEqual([false]);
    const cheap = { ...bill, perMillionEvents: 2.1, perMillionDeliveries: 1.45 };
    expect(goalsOf([cheap], []).map(isMet)).toEqual([true]);
  });

  it.each([
    [
      'satisfied by a key read again after half a minute',
      updateBill({ warm: 0.005, cold: 1 }),
      [true, true, true],
    ],
    ['missed by a read in most requests', updateBill({ warm: 0.49, cold: 1 }), [false, true, true]],
    ['missed by a second read of an unknown key', updateBill({ warm: 0, cold: 1.2 }), [true, false, true]],
    ['missed by a second write', updateBill({ warm: 0, cold: 1 }, 1.01), [true, true, false]],
  ])('are %s', (_, bill, met) => {
    expect(goalsOf([], [bill]).map(isMet)).toEqual(met);
  });
});

describe('the event log', () => {
  it('costs at most $0.10 per million events in full batches of one workspace', () => {
    expect(isMet(logGoal())).toBe(true);
  });

  it('costs a write unit and a read unit for an event alone', () => {
    const single = Object.entries(logBills()).find(([title]) => title.includes('one event a second'));

    expect(single?.[1].slice(0, 2).map(({ dollarsPerMillion }) => dollarsPerMillion)).toEqual([
      expect.closeTo(0.625, 9),
      expect.closeTo(0.125, 9),
    ]);
  });
});

describe('metrics', () => {
  const MEGABYTES = 256;

  it('cost at most $0.10 per million deliveries in full batches of one endpoint', () => {
    expect(isMet(metricsGoal(MEGABYTES))).toBe(true);
  });

  it('cost a write unit for a delivery that is alone in its batch', () => {
    const single = Object.entries(metricsBills(MEGABYTES)).find(([title]) =>
      title.includes('one delivery per batch'),
    );

    expect(single?.[1][0]?.dollarsPerMillion).toBeCloseTo(0.625, 9);
  });
});

describe('notifications', () => {
  it('cost $0.0625 per million final failures without targets, and less than $15 per million notifications', () => {
    const [without = 0, , sent = 0] = Object.values(notificationBills()).map(totalDollars);

    expect(without).toBeCloseTo(0.0625, 9);
    expect(sent).toBeLessThan(15);
  });
});
