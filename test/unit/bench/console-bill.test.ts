import { describe, expect, it } from 'vitest';
import { totalDollars } from '#bench/cost/bills/bill.ts';
import { consoleHourLines, consoleRequestLines, feedHourLines } from '#bench/cost/bills/console-bill.ts';
import type { ConsoleOperation, ConsoleRequest } from '#bench/cost/console-run.ts';

const READ = { service: 'dynamodb', action: 'Query', reads: 4, writes: 0 } as const;

/** Ten requests with a query of four units each. */
function measured(operation: ConsoleOperation): ConsoleRequest {
  const calls = Array.from({ length: 10 }, () => ({ ...READ, by: operation }));
  return { operation, requests: 10, counted: { calls, runs: [] } } as unknown as ConsoleRequest;
}

describe('the bill of the console', () => {
  it('charges a request for the gateway, its function and its reads', () => {
    const [only] = consoleRequestLines([measured('list-endpoints')]);

    // 1 + 0.2 + 25 ms of 512 MB + 4 read units.
    expect(only?.dollarsPerMillion).toBeCloseTo(1.2 + 0.1667 + 0.5, 3);
    expect(only?.what).toBe('1 AWS calls');
  });

  it('adds up the requests of each screen in a thousand hours', () => {
    const lines = consoleHourLines([measured('list-endpoints'), measured('get-delivery')]);
    const one = (1.2 + 0.166_67 + 0.5) / 1e6;

    expect(lines.map(({ component }) => component)).toContain('Home');
    // Home is read 180 times an hour, a delivery 300 times.
    expect(totalDollars(lines)).toBeCloseTo(1000 * 480 * one, 3);
  });

  it('charges a waiting request of the feed for the time that its function waits', () => {
    const waiting = { ...measured('read-event-feed, waiting'), seconds: 8 };
    const lines = feedHourLines([measured('list-endpoints'), waiting]);

    // 450 requests an hour of 1.2 + 8 s of 512 MB + 4 read units.
    expect(totalDollars(lines)).toBeCloseTo((1000 * 450 * (1.2 + 53.33 + 0.5)) / 1e6, 1);
  });
});
