import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createRollUpCounts } from '#functions/webhooks/sweep-deliveries/roll-up-counts.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { summaryOf, sumOf, tallyOf } from '#shared/webhooks/domain/attempt-tally.ts';
import type { AttemptRollUps } from '#shared/webhooks/ports/attempt-counts.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const it = itWith(setUp);

const HOUR = new Date('2026-11-20T10:00:00Z');
const at = (minutes: number) => new Date(HOUR.getTime() + minutes * 60_000);

function setUp() {
  const { counts, sweep } = createMemoryFixture();
  const log = createRecordingLog();
  const rolled: string[] = [];
  const state = { hasTime: true };

  function rollUpsWith(overrides: Partial<AttemptRollUps> = {}) {
    const rollUps: AttemptRollUps = {
      listAnnounced: counts.listAnnounced,
      async rollUp(hour) {
        rolled.push(hour.hour.toISOString().slice(11, 13));
        return counts.rollUp(hour);
      },
      ...overrides,
    };
    return createRollUpCounts({ store: sweep, rollUps, log });
  }
  const roll = rollUpsWith();

  return {
    counts,
    log,
    rolled,
    state,
    rollUpsWith,
    run: (minutes: number) => roll(at(minutes), () => state.hasTime),

    /** An attempt of a new endpoint, counted and announced some minutes after the hour begins. */
    async count(minutes: number, announcedAt = minutes) {
      const endpoint = { workspaceId: randomUUID(), endpointId: randomUUID(), shard: 0 };
      const bucket = at(Math.floor(minutes / 5) * 5);
      const hour = new Date(Math.floor(bucket.getTime() / HOUR_MS) * HOUR_MS);
      await counts.announce(endpoint, hour, at(announcedAt));
      const attempt = { deliveryId: randomUUID(), number: 1 };
      await counts.putLate(endpoint, bucket, attempt, tallyOf(anAttempt()));
      return endpoint;
    },

    async attemptsOf({ workspaceId, endpointId }: { workspaceId: string; endpointId: string }) {
      const range = { from: at(-600), to: at(600), isFine: true };
      const until = await counts.rolledUpUntil();
      const spans = await counts.read({ workspaceId, id: endpointId, shards: 1 }, range, until);
      return summaryOf(sumOf(spans.map(({ tally }) => tally))).attempts;
    },
  };
}

describe('the roll-up of counts', () => {
  it('adds up an hour ten minutes after its end, once', async ({ run, count, rolled, counts }) => {
    await run(0);
    await count(59);
    await run(69);
    expect(rolled).toEqual([]);
    await run(70);
    await run(71);

    expect(rolled).toEqual(['10']);
    expect(await counts.rolledUpUntil()).toEqual(at(60));
  });

  it('keeps every count readable before, during and after', async (fixture) => {
    const { run, count, attemptsOf } = fixture;
    await run(0);
    const endpoints = [await count(10), await count(59), await count(61)];
    for (const minutes of [30, 70, 130, 190]) {
      await run(minutes);
      expect(await Promise.all(endpoints.map(attemptsOf))).toEqual([1, 1, 1]);
    }
  });

  it('adds up hours that were counted before its first run', async ({ run, count, attemptsOf }) => {
    const endpoint = await count(-60);
    await run(15);
    expect(await attemptsOf(endpoint)).toBe(1);
  });

  it('adds up an hour again if an attempt was counted late', async ({ run, count, rolled, attemptsOf }) => {
    await run(0);
    const endpoint = await count(30, 200);
    await run(130);
    expect(rolled).toEqual([]);
    await run(250);

    expect(rolled).toEqual(['10']);
    expect(await attemptsOf(endpoint)).toBe(1);
  });

  it('continues where its time ended', async ({ run, count, rolled, state, counts }) => {
    await run(0);
    await count(10);
    state.hasTime = false;
    await run(70);
    expect([rolled, await counts.rolledUpUntil()]).toEqual([[], at(-60)]);
    state.hasTime = true;
    await run(71);

    expect([rolled, await counts.rolledUpUntil()]).toEqual([['10'], at(60)]);
  });

  it('repeats an hour after an error', async ({ run, count, rolled, rollUpsWith, log }) => {
    await run(0);
    await count(10);
    const failing = rollUpsWith({ rollUp: () => Promise.reject(new Error('down')) });
    await expect(failing(at(70), () => true)).rejects.toThrow('down');
    await run(71);

    expect(log.lines.map(({ code }) => code)).toContain('COUNTS_NOT_ROLLED_UP');
    expect(rolled).toEqual(['10']);
  });

  it('skips items that cannot be parsed', async ({ run, count, rolled, rollUpsWith, counts, log }) => {
    await run(0);
    await count(10);
    const malformed = new MalformedItemError('MH#x/y');
    const roll = rollUpsWith({
      async *listAnnounced(bucket) {
        yield [malformed];
        yield* counts.listAnnounced(bucket);
      },
    });
    await roll(at(70), () => true);

    expect(rolled).toEqual(['10']);
    expect(log.lines.map(({ code }) => code)).toContain('COUNTS_UNREADABLE');
  });
});
