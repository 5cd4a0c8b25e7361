import { describe, expect, it } from 'vitest';
import { retryLaterAt } from '#functions/webhooks/sweep-deliveries/retry-later.ts';
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
function aWalk(claims: readonly Claim[], overrides: Partial<Scan> = {}) {
  const places: Bucket[] = [];
  const read: Bucket[] = [];
  const sent: DeliveryJob[][] = [];
  const walk: Scan = {
    from: at(0),
    until: secondsAfterNow(120),
    async *find(bucket) {
      read.push(bucket);
      if (bucket.shard === 3 && bucket.minute.getTime() === NOW.getTime()) yield claims;
    },
    send: async (jobs) => void sent.push([...jobs]),
    advance: async (next) => void places.push(next),
    maxMessages: 1000,
    hasTime: () => true,
    ...overrides,
  };
  return { walk, places, read, sent };
}

describe('sweepShards', () => {
  it('reads every shard of every minute before the young ones, and stores its cursor after each minute', async () => {
    const { walk, places, read } = aWalk([]);
    const result = await sweepShards(walk);

    expect(read).toEqual(
      [0, 1].flatMap((minute) => Array.from({ length: 16 }, (_, shard) => at(minute, shard))),
    );
    expect(places).toEqual([at(1), at(2)]);
    expect(result).toEqual({ queued: 0, next: at(2), stopped: false });
  });

  it('does nothing when the first minute is too young', async () => {
    const { walk, places, read } = aWalk([], { until: NOW });
    await sweepShards(walk);

    expect([read, places]).toEqual([[], []]);
  });

  it('stays at a bucket that it processed in part', async () => {
    const jobs = Array.from({ length: 70 }, () => aJob());
    const { walk, places, sent } = aWalk(jobs.map(claimOf), { maxMessages: 60 });

    expect(await sweepShards(walk)).toEqual({ queued: 60, next: at(0, 3), stopped: true });
    expect(places).toEqual([at(0, 3)]);
    expect(sent.flat()).toEqual(jobs.slice(0, 60));
  });

  it('counts what it queued, not what others had claimed', async () => {
    const job = aJob();
    const claims = [...Array.from({ length: 10 }, (): Claim => async () => undefined), claimOf(job)];
    const { walk, sent } = aWalk(claims, { maxMessages: 1 });
    await sweepShards(walk);

    expect(sent.flat()).toEqual([job]);
  });

  it('stops between two pages when time is up, and keeps the bucket', async () => {
    let left = 5;
    const { walk, places, read } = aWalk([], {
      hasTime: () => left-- > 0,
      async *find() {
        yield [];
        yield [];
      },
    });

    expect(await sweepShards(walk)).toMatchObject({ stopped: true, next: at(0, 1) });
    expect([places, read]).toEqual([[at(0, 1)], []]);
  });

  it('stores no cursor when it stops where it began', async () => {
    const { walk, places } = aWalk([], { hasTime: () => false });
    await sweepShards(walk);

    expect(places).toEqual([]);
  });

  it('does not pass a bucket whose messages were not accepted', async () => {
    const { walk, places } = aWalk([claimOf(aJob())], {
      send: async (jobs) => {
        if (jobs.length > 0) throw new Error('The queue is down');
      },
    });

    await expect(sweepShards(walk)).rejects.toThrow('The queue is down');
    expect(places).toEqual([]);
  });
});

describe('retryLaterAt', () => {
  it.each([
    ['10 minutes, for a young delivery', 300, 600],
    ['half its age, for an older one', 7200, 3600],
    ['6 hours at maxMessages', 30 * 86_400, 6 * 3600],
  ])('is in %s', (_, age, wait) => {
    expect(retryLaterAt(newId(NOW), secondsAfterNow(age))).toEqual(secondsAfterNow(age + wait));
  });
});
