import { describe, expect, it } from 'vitest';
import { consumer } from '#functions/webhooks/sweep-deliveries/consumer.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import type { Bucket } from '#shared/webhooks/ports/sweep-store.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';

const { parts } = consumer.source;
const PARTS = Array.from({ length: parts }, (_, index) => ({ index, of: parts }));

/** A sweep that has started, and the buckets that it reads from now on. */
async function startParts(overrides: Parameters<typeof createSweepFixture>[1] = {}) {
  const platform = createMemoryFixture();
  const read: (Bucket & { readonly scan: string })[] = [];
  const fixture = createSweepFixture(platform, {
    readEvents(bucket) {
      read.push({ ...bucket, scan: 'events' });
      return platform.sweep.readEvents(bucket);
    },
    readDue(bucket) {
      read.push({ ...bucket, scan: 'due' });
      return platform.sweep.readDue(bucket);
    },
    ...overrides,
  });
  await fixture.run();

  /** The parts of one minute at the same time; a failure of one is no failure of the others. */
  async function tick(which = PARTS): Promise<PromiseSettledResult<void>[]> {
    fixture.clock.advance(60);
    return Promise.allSettled(which.map((part) => fixture.run(part)));
  }

  return { ...fixture, read, tick };
}

describe('the parts of the sweep', () => {
  it('read every shard of a minute once, four each', async () => {
    const { tick, read, run, clock } = await startParts();
    await tick();
    const seen = read.filter(({ scan }) => scan === 'events').map(({ shard }) => shard);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, shard) => shard));

    read.length = 0;
    clock.advance(60);
    await run({ index: 1, of: 4 });
    expect(read.filter(({ scan }) => scan === 'due').map(({ shard }) => shard)).toEqual([1, 5, 9, 13]);
  });

  it('find everything that is lost, once, even if each of them runs twice at the same time', async () => {
    const { tick, record, retryIn, queued } = await startParts();
    for (let event = 0; event < 40; event += 1) await record(2);
    for (let retry = 0; retry < 40; retry += 1) await retryIn(1);
    for (let minute = 0; minute < 6; minute += 1) await tick([...PARTS, ...PARTS]);

    expect(queued()).toHaveLength(120);
    expect(new Set(queued().map(({ id }) => id)).size).toBe(120);
  });

  it('leave the shards of a part that does not run to its next run', async () => {
    const { tick, record, queued } = await startParts();
    const events = await Promise.all(Array.from({ length: 64 }, () => record()));
    const [, ...others] = PARTS;
    for (let minute = 0; minute < 8; minute += 1) await tick(others);
    const missing = events.filter(({ id }) => shardOfId(id) % parts === 0);
    expect(queued()).toHaveLength(events.length - missing.length);
    await tick();

    expect(queued()).toHaveLength(events.length);
  });

  it('repeat only the shard that failed', async () => {
    const platform = createMemoryFixture();
    let isDown = true;
    const read: number[] = [];
    const { tick, record, queued, log } = await startParts({
      async *readEvents(bucket) {
        read.push(bucket.shard);
        if (isDown && bucket.shard === 6) throw new Error('The partition is throttled');
        yield* platform.sweep.readEvents(bucket);
      },
    });
    await record();
    log.lines.length = 0;
    const [, , third] = await tick();
    expect(third).toMatchObject({ status: 'rejected' });
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([
      {
        level: 'error',
        code: 'SWEEP_SCAN_FAILED',
        fields: expect.objectContaining({ scan: 'events', part: 2, shards: '6' }),
      },
    ]);

    isDown = false;
    read.length = 0;
    await tick();
    expect(read.filter((shard) => shard === 6)).toHaveLength(2);
    expect(read.filter((shard) => shard === 2)).toHaveLength(1);
    expect(queued()).toEqual([]);
  });

  it('share what the queue has room for', async () => {
    const { tick, record, queued, state } = await startParts();
    for (let event = 0; event < 40; event += 1) await record(25);
    for (let minute = 0; minute < 5; minute += 1) await tick();
    state.waiting = 9900;
    await tick();

    expect(queued()).toHaveLength(100);
  });

  it('add up counts and queue notices in the first one only', async () => {
    const platform = createMemoryFixture();
    const resumed: string[] = [];
    const fixture = createSweepFixture(
      {
        ...platform,
        dueNotifications: {
          ...platform.dueNotifications,
          async *readDue() {
            resumed.push('notifications');
            yield [];
          },
        },
        rotationNotices: {
          ...platform.rotationNotices,
          async *readDue() {
            resumed.push('rotations');
            yield [];
          },
        },
      },
      {
        async resume(scan, start) {
          resumed.push(scan);
          return platform.sweep.resume(scan, start);
        },
      },
    );
    for (const part of PARTS) await fixture.run(part);

    expect(resumed.toSorted()).toEqual(['counts', 'notifications', 'rotations']);
  });
});

describe('the lag', () => {
  /** The highest lag of each scan that the last runs wrote. */
  function lagOf(lags: { scan: string | undefined; seconds: number }[]) {
    const highest = (scan: string) =>
      Math.max(...lags.filter((lag) => lag.scan === scan).map(({ seconds }) => seconds));
    const found = { events: highest('events'), due: highest('due') };
    lags.length = 0;
    return found;
  }

  it('is at most a minute while every part runs every minute', async () => {
    const { tick, lags } = await startParts();
    for (let minute = 0; minute < 10; minute += 1) {
      lags.length = 0;
      await tick();
      const { events, due } = lagOf(lags);
      expect(events).toBeLessThanOrEqual(60);
      expect(due).toBeLessThanOrEqual(60);
    }
  });

  it('is written by every run, for each scan', async () => {
    const { tick, lags } = await startParts();
    lags.length = 0;
    await tick();

    for (const scan of ['events', 'due'])
      expect(lags.filter((lag) => lag.scan === scan)).toHaveLength(PARTS.length);
    expect(lags).toHaveLength(2 * PARTS.length);
  });

  it('grows while the queue is too long, and ends when the sweep has caught up', async () => {
    const { tick, lags, state } = await startParts();
    state.waiting = 10_000;
    for (let minute = 0; minute < 20; minute += 1) await tick();
    lags.length = 0;
    await tick();
    expect(lagOf(lags)).toEqual({ events: 21 * 60, due: 21 * 60 });
    state.waiting = 0;
    await tick();
    lags.length = 0;
    await tick();

    expect(lagOf(lags).events).toBeLessThanOrEqual(60);
  });

  it('of a part that does not run is shown by the others', async () => {
    const { tick, lags } = await startParts();
    const [, ...others] = PARTS;
    for (let minute = 0; minute < 20; minute += 1) await tick(others);
    lags.length = 0;
    await tick(others);

    expect(lagOf(lags)).toEqual({ events: 21 * 60, due: 21 * 60 });
  });

  it('is written by a run that fails, too', async () => {
    const { tick, lags } = await startParts({
      readEvents: () => {
        throw new Error('The table is down');
      },
    });
    for (let minute = 0; minute < 3; minute += 1) await tick();
    lags.length = 0;
    await tick();

    expect(lagOf(lags).events).toBe(4 * 60);
  });
});
