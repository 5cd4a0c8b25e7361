import { describe, expect, it } from 'vitest';
import { nextCheckAt } from '#functions/webhooks/sweep-deliveries/next-check-at.ts';
import { type Claim, type Scan, sweepShards } from '#functions/webhooks/sweep-deliveries/sweep-shards.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';
import { aJob, secondsAfterNow, NOW } from '#test/support/builders/platform/builders.ts';

const at = (minutes: number, shard = 0): Bucket => ({ minute: secondsAfterNow(minutes * 60), shard });
const claimOf =
  (job: DeliveryJob): Claim =>
  async () =>
    job;

/** A sweep over two minutes with `claims` in shard 3 of the first. */
function aScan(claims: readonly Claim[], overrides: Partial<Scan> = {}) {
  const cursors: Bucket[] = [];
  const read: Bucket[] = [];
  const sent: DeliveryJob[][] = [];
  const scan: Scan = {
    from: at(0),
    until: secondsAfterNow(120),
    async *find(bucket) {
      read.push(bucket);
      if (bucket.shard === 3 && bucket.minute.getTime() === NOW.getTime()) yield claims;
    },
    send: async (jobs) => void sent.push([...jobs]),
    advance: async (next) => void cursors.push(next),
    maxMessages: 1000,
    hasTime: () => true,
    ...overrides,
  };
  return { scan, cursors, read, sent };
}

describe('sweepShards', () => {
  it('reads every shard of every minute before the recent ones, and stores its cursor after each minute', async () => {
    const { scan, cursors, read } = aScan([]);
    const result = await sweepShards(scan);

    expect(read).toEqual(
      [0, 1].flatMap((minute) => Array.from({ length: 16 }, (_, shard) => at(minute, shard))),
    );
    expect(cursors).toEqual([at(1), at(2)]);
    expect(result).toEqual({ queued: 0, next: at(2), stopped: false });
  });

  it('does nothing when the first minute is too recent', async () => {
    const { scan, cursors, read } = aScan([], { until: NOW });
    await sweepShards(scan);

    expect([read, cursors]).toEqual([[], []]);
  });

  it('stays at a bucket that it processed in part', async () => {
    const jobs = Array.from({ length: 70 }, () => aJob());
    const { scan, cursors, sent } = aScan(jobs.map(claimOf), { maxMessages: 60 });

    expect(await sweepShards(scan)).toEqual({ queued: 60, next: at(0, 3), stopped: true });
    expect(cursors).toEqual([at(0, 3)]);
    expect(sent.flat()).toEqual(jobs.slice(0, 60));
  });

  it('counts what it queued, not what others had claimed', async () => {
    const job = aJob();
    const claims = [...Array.from({ length: 10 }, (): Claim => async () => undefined), claimOf(job)];
    const { scan, sent } = aScan(claims, { maxMessages: 1 });
    await sweepShards(scan);

    expect(sent.flat()).toEqual([job]);
  });

  it('stops between two pages when time is up, and keeps the bucket', async () => {
    let left = 5;
    const { scan, cursors, read } = aScan([], {
      hasTime: () => left-- > 0,
      async *find() {
        yield [];
        yield [];
      },
    });

    expect(await sweepShards(scan)).toMatchObject({ stopped: true, next: at(0, 1) });
    expect([cursors, read]).toEqual([[at(0, 1)], []]);
  });

  it('stores no cursor when it stops where it started', async () => {
    const { scan, cursors } = aScan([], { hasTime: () => false });
    await sweepShards(scan);

    expect(cursors).toEqual([]);
  });

  it('does not pass a bucket whose messages were not accepted', async () => {
    const { scan, cursors } = aScan([claimOf(aJob())], {
      send: async (jobs) => {
        if (jobs.length > 0) throw new Error('The queue is down');
      },
    });

    await expect(sweepShards(scan)).rejects.toThrow('The queue is down');
    expect(cursors).toEqual([]);
  });
});

describe('nextCheckAt', () => {
  it.each([
    ['10 minutes, for a young delivery', 300, 600],
    ['half its age, for an older one', 7200, 3600],
    ['6 hours at maxMessages', 30 * 86_400, 6 * 3600],
  ])('is in %s', (_, age, wait) => {
    expect(nextCheckAt(newId(NOW), secondsAfterNow(age))).toEqual(secondsAfterNow(age + wait));
  });
});
