import { describe, expect, it } from 'vitest';
import { totalDollars } from '#bench/cost/bills/bill.ts';
import { broadcastBills } from '#bench/cost/bills/broadcast-bill.ts';
import { MESSAGE_PRICES, PRICES } from '#bench/cost/bills/price-list.ts';

function callBy(by: string, { writes = 0, reads = 0, items = ['BR'] } = {}) {
  const target = { service: 'dynamodb', action: 'TransactWriteItems', target: 'core', items };
  return { ...target, by, reads, writes, indexWrites: 0, pieces: 1, messages: 0, rejected: false };
}

const RUN = {
  recipients: 10,
  counted: {
    calls: [
      callBy('send-broadcast-messages', { writes: 200, items: ['BR', 'CT'] }),
      callBy('record-receipt', { reads: 40 }),
      callBy('get-broadcast', { reads: 1000 }),
    ],
    runs: [{ operation: 'project-changes', records: 5 }],
  },
};

describe('the bill of a broadcast', () => {
  const [platform = [], ...channels] = Object.values(broadcastBills(RUN));
  const titles = Object.keys(broadcastBills(RUN));

  it('has the calls of the two consumers for each recipient, not those of clients', () => {
    expect(platform.slice(0, 2)).toEqual([
      {
        component: 'send-broadcast-messages',
        what: '0.1 calls, 0.2 items written or checked, 20 write units, 0 read units',
        dollarsPerMillion: expect.closeTo(20e6 * PRICES.writeUnit, 9),
      },
      {
        component: 'record-receipt',
        what: '0.1 calls, 0 items written or checked, 0 write units, 4 read units',
        dollarsPerMillion: expect.closeTo(4e6 * PRICES.readUnit, 9),
      },
    ]);
    expect(platform.find(({ component }) => component.startsWith('stream'))?.what).toBe('0.5 records');
  });

  it('adds the price of the channel, and the sender for as long as the rate of the number takes', () => {
    expect(titles.slice(1).map((title) => /in (\S+ \S+),/u.exec(title)?.[1])).toEqual([
      '2.8 hours',
      '11.6 days',
      '2.8 hours',
      '3.5 hours',
    ]);
    const [sandbox = 0, slow = 0, fast = 0] = channels.map(totalDollars);
    const part = MESSAGE_PRICES.textPart + MESSAGE_PRICES.carrierFee;
    expect(sandbox).toBeGreaterThan(totalDollars(platform));
    expect(fast - sandbox).toBeCloseTo(1e6 * part, 6);
    expect(slow - fast).toBeCloseTo(990_000 * 0.5 * PRICES.lambdaGigabyteSecond, 6);
  });
});
