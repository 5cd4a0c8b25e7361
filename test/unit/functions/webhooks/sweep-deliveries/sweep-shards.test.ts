import { describe, expect, it } from 'vitest';
import { nextCheckAt } from '#functions/webhooks/sweep-deliveries/next-check-at.ts';
import { type Claim, type Scan, sweepShards } from '#functions/webhooks/sweep-deliveries/sweep-shards.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';

const SHARDS = [0, 4, 8, 12];
const minute = (number: number) => secondsAfterNow(number * 60);
const at = (number: number, shard: number): Bucket => ({ minute: minute(number), shard });
const numberOf = (of: Date) => (of.getTime() - NOW.getTime()) / 60_000;
const claimOf =
  (job: DeliveryJob): Claim =>
  async () =>
    job;

/** A sweep of four shards over some minutes, two by default, with `claims` in shard 4 of the first. */
function aScan(
  claims: readonly Claim[],
  { minutes = 2, ...overrides }: Partial<Scan> & { minutes?: number } = {},
) {
  const saved: Record<number, number>[] = [];
  const read: Bucket[] = [];
  const sent: DeliveryJob[][] = [];
  const stored = Array.from({ length: 16 }, () => NOW);
  const scan: Scan = {
    shards: SHARDS,
    from: [...stored],
    until: minute(minutes),
    async *find(bucket) {
      read.push(bucket);
      if (bucket.shard === 4 && bucket.minute.getTime() === NOW.getTime()) yield claims;
    },
    send: async (jobs) => void sent.push([...jobs]),
    async advance(next) {
      saved.push(Object.fromEntries([...next].map(([shard, to]) => [shard, numberOf(to)])));
      for (const [shard, to] of next) stored[shard] = to;
      return [...stored];
    },
    maxMessages: 1000,
    hasTime: () => true,
    ...overrides,
  };
  return { scan, saved, read, sent, cursors: () => SHARDS.map((shard) => numberOf(stored[shard] ?? NOW)) };
}

describe('sweepShards', () => {
  it('reads every minute of its shards before the recent ones, and saves their cursors together', async () => {
    const { scan, saved, read } = aScan([]);
    const result = await sweepShards(scan);

    expect(read).toHaveLength(8);
    expect(read).toEqual(
      expect.arrayContaining([0, 1].flatMap((each) => SHARDS.map((shard) => at(each, shard)))),
    );
    expect(saved).toEqual([{ 0: 2, 4: 2, 8: 2, 12: 2 }]);
    expect(result).toMatchObject({ queued: 0, stopped: false });
    expect(result.minutes.map(numberOf)).toEqual([2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]);
  });

  it('does nothing when the first minute is too recent', async () => {
    const { scan, saved, read } = aScan([], { until: NOW });
    await sweepShards(scan);

    expect([read, saved]).toEqual([[], []]);
  });

  it('saves its cursors now and then, so that a run that is killed repeats little', async () => {
    const { scan, saved, cursors } = aScan([], { minutes: 20 });
    await sweepShards(scan);

    expect(saved).toHaveLength(5);
    expect(cursors()).toEqual([20, 20, 20, 20]);
  });

  it('stays at a bucket that it processed in part, and passes the buckets of other shards', async () => {
    const jobs = Array.from({ length: 70 }, () => aJob());
    const { scan, cursors, sent } = aScan(jobs.map(claimOf), { maxMessages: 60 });

    expect(await sweepShards(scan)).toMatchObject({ queued: 60, stopped: true });
    expect(cursors()[1]).toBe(0);
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
    const { scan, saved } = aScan([], {
      shards: [4],
      hasTime: () => left-- > 0,
      async *find() {
        yield [];
        yield [];
      },
    });

    expect(await sweepShards(scan)).toMatchObject({ stopped: true });
    expect(saved).toEqual([{ 4: 1 }]);
  });

  it('saves no cursor when it stops where it started', async () => {
    const { scan, saved } = aScan([], { hasTime: () => false });
    await sweepShards(scan);

    expect(saved).toEqual([]);
  });
});

describe('buckets of a shard', () => {
  /** A scan whose buckets wait until the test ends them. */
  function aHeldScan(minutes: number) {
    const open = new Map<string, { readonly bucket: Bucket; readonly end: (error?: Error) => void }>();
    const scanned = aScan([], {
      minutes,
      async *find(bucket) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const end = (error?: Error) => (error ? reject(error) : resolve());
        open.set(`${bucket.shard}/${numberOf(bucket.minute)}`, { bucket, end });
        await promise.finally(() => open.delete(`${bucket.shard}/${numberOf(bucket.minute)}`));
        yield [];
      },
    });
    const ran = sweepShards(scanned.scan);
    const settle = () => new Promise(setImmediate);
    return {
      ...scanned,
      ran,
      open: () => [...open.keys()],
      settle,
      async end(shard: number, number: number, error?: Error): Promise<void> {
        open.get(`${shard}/${number}`)?.end(error);
        await settle();
      },
      async endAll(): Promise<void> {
        while (open.size > 0) {
          for (const { end } of open.values()) end();
          await settle();
        }
      },
    };
  }

  it('are read six at a time, in order', async () => {
    const { open, end, endAll, ran, settle } = aHeldScan(9);
    await settle();
    expect(open().filter((name) => name.startsWith('4/'))).toEqual([
      '4/0',
      '4/1',
      '4/2',
      '4/3',
      '4/4',
      '4/5',
    ]);
    expect(open()).toHaveLength(24);
    await end(4, 2);
    expect(open().filter((name) => name.startsWith('4/'))).toContain('4/6');
    await endAll();

    expect(await ran).toMatchObject({ stopped: false });
  });

  it('are passed only after each one before them', async () => {
    const { end, endAll, ran, settle, cursors } = aHeldScan(3);
    await settle();
    for (const shard of SHARDS) await end(shard, 2);
    await end(4, 1);
    await end(4, 0, new Error('The table is down'));
    await endAll();
    const { failed, stopped } = await ran;

    expect([...failed.keys()]).toEqual([4]);
    expect(stopped).toBe(true);
    expect(cursors()).toEqual([3, 0, 3, 3]);
  });

  it('end after an error in one of them, whose shard the next run repeats from there', async () => {
    const { end, endAll, ran, settle, open, cursors } = aHeldScan(20);
    await settle();
    await end(8, 0);
    await end(8, 1, new Error('The table is down'));
    const running = open().filter((name) => name.startsWith('8/'));
    await endAll();
    await ran;

    expect(running).not.toContain('8/7');
    expect(cursors()).toEqual([20, 20, 1, 20]);
  });
});

describe('an error', () => {
  it('of the queue stops only its shard, which keeps the bucket', async () => {
    const { scan, cursors } = aScan([claimOf(aJob())], {
      send: async (jobs) => {
        if (jobs.length > 0) throw new Error('The queue is down');
      },
    });
    const { failed, stopped } = await sweepShards(scan);

    expect([...failed]).toEqual([[4, new Error('The queue is down')]]);
    expect(stopped).toBe(true);
    expect(cursors()).toEqual([2, 0, 2, 2]);
  });

  it('of saving the cursors is one of each shard that has moved', async () => {
    const { scan } = aScan([], { advance: () => Promise.reject(new Error('The table is down')) });
    const { failed, minutes } = await sweepShards(scan);

    expect([...failed.keys()].toSorted((a, b) => a - b)).toEqual(SHARDS);
    expect(minutes).toEqual(scan.from);
  });

  it('of saving the cursors in between is made up for at the end', async () => {
    const usual = aScan([], { minutes: 20 });
    let saves = 0;
    const { failed } = await sweepShards({
      ...usual.scan,
      async advance(next) {
        saves += 1;
        if (saves === 1) throw new Error('The table is down');
        return usual.scan.advance(next);
      },
    });

    expect(failed.size).toBe(1);
    const reached = usual.cursors();
    expect(reached.filter((number) => number === 20)).toHaveLength(3);
    expect(Math.min(...reached)).toBeGreaterThan(0);
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
