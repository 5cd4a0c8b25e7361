import { describe, expect, it } from 'vitest';
import { lookAgainAt } from '#functions/webhooks/sweep-deliveries/look-again.ts';
import { type Claim, type Walk, walkBuckets } from '#functions/webhooks/sweep-deliveries/walk-buckets.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aJob, later, NOW } from '#test/support/builders/platform/builders.ts';

const at = (minutes: number, shard = 0): Bucket => ({ minute: later(minutes * 60), shard });
const claimOf =
  (job: DeliveryJob): Claim =>
  async () =>
    job;

/** A walk over two minutes with `claims` in shard 3 of the first. */
function aWalk(claims: readonly Claim[], overrides: Partial<Walk> = {}) {
  const places: Bucket[] = [];
  const read: Bucket[] = [];
  const sent: DeliveryJob[][] = [];
  const walk: Walk = {
    from: at(0),
    until: later(120),
    async *find(bucket) {
      read.push(bucket);
      if (bucket.shard === 3 && bucket.minute.getTime() === NOW.getTime()) yield claims;
    },
    send: async (jobs) => void sent.push([...jobs]),
    advance: async (next) => void places.push(next),
    most: 1000,
    hasTime: () => true,
    ...overrides,
  };
  return { walk, places, read, sent };
}

describe('walkBuckets', () => {
  it('reads every shard of every minute before the young ones, and keeps its place after each minute', async () => {
    const { walk, places, read } = aWalk([]);
    const result = await walkBuckets(walk);

    expect(read).toEqual(
      [0, 1].flatMap((minute) => Array.from({ length: 16 }, (_, shard) => at(minute, shard))),
    );
    expect(places).toEqual([at(1), at(2)]);
    expect(result).toEqual({ queued: 0, next: at(2), stopped: false });
  });

  it('does nothing when the first minute is too young', async () => {
    const { walk, places, read } = aWalk([], { until: NOW });
    await walkBuckets(walk);

    expect([read, places]).toEqual([[], []]);
  });

  it('stays at a bucket that it handled in part', async () => {
    const jobs = Array.from({ length: 70 }, () => aJob());
    const { walk, places, sent } = aWalk(jobs.map(claimOf), { most: 60 });

    expect(await walkBuckets(walk)).toEqual({ queued: 60, next: at(0, 3), stopped: true });
    expect(places).toEqual([at(0, 3)]);
    expect(sent.flat()).toEqual(jobs.slice(0, 60));
  });

  it('counts what it queued, not what others had claimed', async () => {
    const job = aJob();
    const claims = [...Array.from({ length: 10 }, (): Claim => async () => undefined), claimOf(job)];
    const { walk, sent } = aWalk(claims, { most: 1 });
    await walkBuckets(walk);

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

    expect(await walkBuckets(walk)).toMatchObject({ stopped: true, next: at(0, 1) });
    expect([places, read]).toEqual([[at(0, 1)], []]);
  });

  it('keeps no place when it stops where it began', async () => {
    const { walk, places } = aWalk([], { hasTime: () => false });
    await walkBuckets(walk);

    expect(places).toEqual([]);
  });

  it('does not pass a bucket whose messages were not taken', async () => {
    const { walk, places } = aWalk([claimOf(aJob())], {
      send: async (jobs) => {
        if (jobs.length > 0) throw new Error('The queue is down');
      },
    });

    await expect(walkBuckets(walk)).rejects.toThrow('The queue is down');
    expect(places).toEqual([]);
  });
});

describe('lookAgainAt', () => {
  it.each([
    ['10 minutes, for a young delivery', 300, 600],
    ['half its age, for an older one', 7200, 3600],
    ['6 hours at most', 30 * 86_400, 6 * 3600],
  ])('is in %s', (_, age, wait) => {
    expect(lookAgainAt(newId(NOW), later(age))).toEqual(later(age + wait));
  });
});
