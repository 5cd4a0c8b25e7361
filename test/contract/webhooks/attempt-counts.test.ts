import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { type CounterId, startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import {
  fromTallyText,
  sumOf,
  type Tally,
  tallyOf,
  toTallyText,
} from '#shared/webhooks/domain/attempt-tally.ts';
import type { CountRange } from '#shared/webhooks/ports/attempt-counts.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const HOUR = new Date('2026-11-20T10:00:00Z');
const DAY = new Date('2026-11-20T00:00:00Z');
const ONE = tallyOf(anAttempt({ outcome: 'success', statusCode: 200 }));
const times = (count: number): Tally => sumOf(Array.from({ length: count }, () => ONE));
const minutes = (count: number, from = HOUR) => new Date(from.getTime() + count * 60_000);

describeStores('AttemptCounts', (fixture) => {
  const aCounter = (overrides: Partial<CounterId> = {}): CounterId => ({
    workspaceId: randomUUID(),
    endpointId: randomUUID(),
    shard: 0,
    bucket: HOUR,
    writer: 'a1b2c3',
    ...overrides,
  });
  const state = (batch: number) => ({ batch, excluded: [] });

  /** The counts of an endpoint as texts, by their start. */
  async function read(
    { workspaceId, endpointId }: CounterId,
    range: Partial<CountRange> = {},
    rolledUpUntil?: Date,
    shards = 1,
  ) {
    const spans = await fixture.counts.read(
      { workspaceId, id: endpointId, shards },
      { from: HOUR, to: minutes(60), isFine: true, ...range },
      rolledUpUntil,
    );
    const byStart = Map.groupBy(spans, ({ start }) => start.toISOString().slice(11, 16));
    return Object.fromEntries(
      [...byStart].map(([start, same]) => [start, toTallyText(sumOf(same.map(({ tally }) => tally)))]),
    );
  }

  async function announced(hour: Date): Promise<string[]> {
    const found: string[] = [];
    for (let shard = 0; shard < SHARDS; shard += 1)
      for await (const page of fixture.counts.listAnnounced({ minute: hour, shard }))
        for (const each of page)
          if (!(each instanceof Error))
            found.push(`${each.endpointId}/${each.shard}/${each.hour.toISOString()}`);
    return found;
  }

  describe('put', () => {
    it('replaces the totals of the counter and adds those of other counters', async () => {
      const counter = aCounter();
      await fixture.counts.put(counter, state(1), times(3));
      await fixture.counts.put(counter, state(2), times(5));
      await fixture.counts.put({ ...counter, writer: 'd4' }, state(1), times(2));
      await fixture.counts.put({ ...counter, bucket: minutes(55) }, state(1), times(1));

      expect(await read(counter)).toEqual({ '10:00': toTallyText(times(7)), '10:55': toTallyText(times(1)) });
    });

    it.each([1, 2])('does not replace batch 2 by batch %i', async (batch) => {
      const counter = aCounter();
      await fixture.counts.put(counter, state(2), times(5));
      await fixture.counts.put(counter, state(batch), times(3));

      expect(await read(counter)).toEqual({ '10:00': toTallyText(times(5)) });
    });

    it('stores the batch and what it excludes', async () => {
      const counter = aCounter();
      const excluded = [{ deliveryId: randomUUID(), number: 3 }];
      expect(await fixture.counts.find(counter)).toBeUndefined();
      await fixture.counts.put(counter, { batch: 4, excluded }, times(1));
      expect(await fixture.counts.find(counter)).toEqual({ batch: 4, excluded });
      await fixture.counts.put(counter, state(5), times(1));
      expect(await fixture.counts.find(counter)).toEqual(state(5));
    });
  });

  describe('putLate', () => {
    it('counts an attempt once, however often it is called', async () => {
      const { bucket, ...place } = aCounter();
      const attempt = { deliveryId: randomUUID(), number: 1 };
      for (const number of [1, 1, 2])
        await fixture.counts.putLate(place, bucket, { ...attempt, number }, ONE);

      expect(await read(aCounter(place))).toEqual({ '10:00': toTallyText(times(2)) });
    });
  });

  describe('announce', () => {
    it.each([
      ['under the hour itself until five minutes after its end', minutes(64), HOUR],
      ['under a later hour after that', minutes(65), minutes(60)],
    ])('lists an hour %s', async (_, now, under) => {
      const counter = aCounter({ shard: 3 });
      for (let twice = 0; twice < 2; twice += 1) await fixture.counts.announce(counter, HOUR, now);
      const own = async (hour: Date) =>
        (await announced(hour)).filter((text) => text.startsWith(counter.endpointId));

      expect(await own(under)).toEqual([`${counter.endpointId}/3/${HOUR.toISOString()}`]);
      expect(await own(under === HOUR ? minutes(60) : HOUR)).toEqual([]);
    });
  });

  describe('rollUp', () => {
    it('leaves the counts as they are, in steps of five minutes and of an hour', async () => {
      const counter = aCounter();
      for (const [minute, count] of [
        [0, 2],
        [5, 1],
        [55, 4],
      ] as const)
        await fixture.counts.put({ ...counter, bucket: minutes(minute) }, state(1), times(count));
      await fixture.counts.put({ ...counter, bucket: minutes(5), writer: 'd4' }, state(1), times(1));
      const before = await read(counter);
      expect(await fixture.counts.rollUp({ ...counter, hour: HOUR })).toEqual([]);
      const coarse = await read(counter, { from: DAY, to: minutes(1440, DAY), isFine: false }, minutes(60));

      expect(await read(counter, {}, minutes(60))).toEqual(before);
      expect(toTallyText(sumOf(Object.values(coarse).map(fromTallyText)))).toBe(toTallyText(times(8)));
    });

    it('adds what was counted later when it is repeated, and keeps the other hours of the day', async () => {
      const counter = aCounter();
      const next = { ...counter, bucket: minutes(60) };
      await fixture.counts.put(counter, state(1), times(2));
      await fixture.counts.put(next, state(1), times(7));
      for (const hour of [HOUR, minutes(60)]) await fixture.counts.rollUp({ ...counter, hour });
      await fixture.counts.put({ ...counter, writer: 'late' }, state(1), times(1));
      await fixture.counts.rollUp({ ...counter, hour: HOUR });
      const range = { to: minutes(120) };

      for (const isFine of [true, false])
        expect(await read(counter, { ...range, isFine }, minutes(120))).toEqual({
          '10:00': toTallyText(times(3)),
          '11:00': toTallyText(times(7)),
        });
    });
  });

  describe('read', () => {
    it('returns only spans of the range', async () => {
      const counter = aCounter();
      for (const minute of [0, 5, 10, 15])
        await fixture.counts.put({ ...counter, bucket: minutes(minute) }, state(1), ONE);
      const range = { from: minutes(5), to: minutes(15) };
      const expected = { '10:05': toTallyText(ONE), '10:10': toTallyText(ONE) };

      expect(await read(counter, range)).toEqual(expected);
      await fixture.counts.rollUp({ ...counter, hour: HOUR });
      expect(await read(counter, range, minutes(60))).toEqual(expected);
    });

    it('reads hours that are not rolled up from their counters, and does not add both', async () => {
      const counter = aCounter();
      const next = { ...counter, bucket: minutes(60) };
      await fixture.counts.put(counter, state(1), times(2));
      await fixture.counts.put(next, state(1), times(3));
      for (const hour of [HOUR, minutes(60)]) await fixture.counts.rollUp({ ...counter, hour });

      for (const isFine of [true, false])
        for (const until of [undefined, HOUR, minutes(60), minutes(120)])
          expect(await read(counter, { to: minutes(120), isFine }, until)).toEqual({
            '10:00': toTallyText(times(2)),
            '11:00': toTallyText(times(3)),
          });
    });

    it('adds the shards of the endpoint, and nothing of others', async () => {
      const counter = aCounter();
      await fixture.counts.put(counter, state(1), times(1));
      await fixture.counts.put({ ...counter, shard: 1 }, state(1), times(2));
      await fixture.counts.put({ ...counter, endpointId: randomUUID() }, state(1), times(9));
      await fixture.counts.put({ ...counter, workspaceId: randomUUID() }, state(1), times(9));

      expect(await read(counter)).toEqual({ '10:00': toTallyText(times(1)) });
      expect(await read(counter, {}, undefined, 2)).toEqual({ '10:00': toTallyText(times(3)) });
    });
  });

  describe('rolledUpUntil', () => {
    it('is the hour of the cursor', async () => {
      const start = startOf(secondsAfterNow(0), HOUR_MS);
      expect(await fixture.counts.rolledUpUntil()).toBeUndefined();
      await fixture.sweep.resume('counts', { minute: start, shard: 0 });
      expect(await fixture.counts.rolledUpUntil()).toEqual(start);
      await fixture.sweep.advance('counts', { minute: start, shard: 7 });
      expect(await fixture.counts.rolledUpUntil()).toEqual(start);
    });
  });

  describe('countWaiting', () => {
    it('counts the deliveries of the endpoint that wait for an attempt', async () => {
      const delivery = aDelivery();
      const { endpointId } = delivery;
      const source = { id: endpointId, shards: 1 };
      expect(await fixture.counts.countWaiting(source)).toEqual({ count: 0, isMinimum: false });
      await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry());
      await fixture.deliveries.recordAttempt(aDelivery({ endpointId }), anAttempt(), aRetry());
      const ended = aRetry({ state: 'failed', nextAttemptAt: null, finishedAt: secondsAfterNow(1) });
      await fixture.deliveries.recordAttempt(aDelivery({ endpointId }), anAttempt(), ended);
      await fixture.deliveries.recordAttempt(aDelivery(), anAttempt(), aRetry());

      expect(await fixture.counts.countWaiting(source)).toEqual({ count: 2, isMinimum: false });
    });
  });
});
