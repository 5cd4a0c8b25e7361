import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { newId, shardOfId } from '#shared/platform/runtime/ids.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Bucket, DueDelivery } from '#shared/webhooks/ports/sweep-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { describeStores, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { readPages } from '#test/support/fixtures/platform/read-pages.ts';

const MINUTE = 60;

describeStores('SweepStore', (fixture) => {
  let sweep: PlatformFixture['sweep'];
  let deliveries: PlatformFixture['deliveries'];
  let day = 0;
  beforeAll(async () => {
    ({ sweep, deliveries } = fixture);
  });
  /** A time that no other test uses. */
  function ownTime(): Date {
    day += 1;
    return secondsAfterNow(day * 86_400);
  }

  const dueIn = (at: Date, { id }: Pick<Delivery, 'id'>) =>
    readPages(sweep.readDue({ minute: at, shard: shardOfId(id) }));

  /** A delivery whose second attempt is scheduled at an instant. */
  async function retryingAt(at: Date): Promise<Delivery> {
    const delivery = aDelivery();
    return deliveries.recordAttempt(delivery, anAttempt(), aRetry({ nextAttemptAt: at }));
  }

  async function oneDue(at: Date, delivery: Delivery): Promise<DueDelivery> {
    const [due] = await dueIn(at, delivery);
    if (!due) throw new Error('Nothing is due');
    return due;
  }

  describe('cursor', () => {
    const at = (seconds: number, shard = 0): Bucket => ({ minute: secondsAfterNow(seconds * MINUTE), shard });

    const sixteen = (minute: Date) => Array.from({ length: 16 }, () => minute);

    it('starts all shards at the very first run', async () => {
      expect(await sweep.resumeShards('events', at(0).minute)).toEqual(sixteen(at(0).minute));
      expect(await sweep.resumeShards('events', at(7).minute)).toEqual(sixteen(at(0).minute));
    });

    it('advances each shard by itself, and none back', async () => {
      const moved = sixteen(at(0).minute);
      [moved[2], moved[11]] = [at(4).minute, at(1).minute];
      const next = new Map([
        [2, at(4).minute],
        [11, at(1).minute],
      ]);
      expect(await sweep.advanceShards('events', next)).toEqual(moved);

      const late = new Map([
        [2, at(3).minute],
        [5, at(2).minute],
        [11, at(6).minute],
      ]);
      [moved[5], moved[11]] = [at(2).minute, at(6).minute];
      expect(await sweep.advanceShards('events', late)).toEqual(moved);
      expect(await sweep.resumeShards('events', at(9).minute)).toEqual(moved);
    });

    it('returns the cursors of all shards to each of two runs that advance the same ones', async () => {
      await sweep.resumeShards('due', at(0).minute);
      const [slow, fast] = [
        new Map([
          [0, at(5).minute],
          [4, at(1).minute],
        ]),
        new Map([
          [0, at(2).minute],
          [4, at(8).minute],
        ]),
      ];
      await Promise.all([sweep.advanceShards('due', slow), sweep.advanceShards('due', fast)]);
      const minutes = await sweep.resumeShards('due', at(9).minute);

      expect([minutes[0], minutes[4], minutes[1]]).toEqual([at(5).minute, at(8).minute, at(0).minute]);
    });

    it('of the counts starts at its very first run, advances by hour and by shard, and never goes back', async () => {
      expect(await sweep.resume('counts', at(0))).toEqual(at(0));
      expect(await sweep.resume('counts', at(7))).toEqual(at(0));

      await sweep.advance('counts', at(0, 2));
      await sweep.advance('counts', at(0, 10));
      await sweep.advance('counts', at(0, 9));
      expect(await sweep.resume('counts', at(7))).toEqual(at(0, 10));

      await sweep.advance('counts', at(3));
      await sweep.advance('counts', at(2, 15));
      expect(await sweep.resume('counts', at(7))).toEqual(at(3));
    });
  });

  describe('readEvents', () => {
    async function recorded(at: Date, overrides: Partial<RecordedEvent> = {}): Promise<RecordedEvent> {
      const matches = [{ endpointId: newId(NOW), settingsVersion: 3, shards: 1 }];
      const event = anEvent({ recordedAt: at, matches, ...overrides });
      await fixture.events.record(event, aContext(), undefined);
      return event;
    }

    it('returns what the events of its minute and shard that match an endpoint require', async () => {
      const minute = ownTime();
      const event = await recorded(minute, { body: '{"text":"ë"}' });
      const second = await recorded(new Date(minute.getTime() + 59_999));
      await recorded(new Date(minute.getTime() + 60_000));
      await recorded(minute, { matches: [] });
      const found = await Promise.all(
        Array.from({ length: 16 }, (_, shard) => readPages(sweep.readEvents({ minute, shard }))),
      );

      const required = ({ id, recordedAt, matches }: RecordedEvent) => ({ id, recordedAt, matches });
      expect(found.flat()).toEqual(
        expect.arrayContaining(
          [required(event), required(second)].map((each) => expect.objectContaining(each)),
        ),
      );
      expect(found.flat()).toHaveLength(2);
      expect(found[shardOfId(event.id)]).toContainEqual(expect.objectContaining(required(event)));
      expect(await sweep.readEvent(event.id)).toEqual(event);
      expect(await sweep.readEvent(newId(NOW))).toBeUndefined();
    });

    it('returns all of a minute that is larger than one page', async () => {
      const minute = ownTime();
      const body = 'x'.repeat(200_000);
      const id = newId(minute);
      const ids = Array.from({ length: 8 }, (_, index) => `${id.slice(0, -4)}${index}00${id.at(-1)}`);
      for (const each of ids) await recorded(minute, { id: each, body });

      const found = await readPages(sweep.readEvents({ minute, shard: shardOfId(id) }));
      expect(found).toHaveLength(8);
    });
  });

  describe('claimAbsent', () => {
    it('writes a queued delivery once, with a time to check it again', async () => {
      const at = ownTime();
      const delivery = aDelivery({ nextAttemptAt: NOW });

      expect(await sweep.claimAbsent(delivery, at)).toBe(true);
      expect(await sweep.claimAbsent(delivery, at)).toBe(false);
      expect(await deliveries.find(deliveriesOf(delivery.endpointId), delivery.id)).toEqual(delivery);
      expect(await dueIn(NOW, delivery)).not.toContainEqual(
        expect.objectContaining({ deliveryId: delivery.id }),
      );
      expect(await dueIn(at, delivery)).toMatchObject([
        { endpointId: delivery.endpointId, deliveryId: delivery.id },
      ]);
    });

    it('leaves a delivery unchanged that was recorded in the meantime', async () => {
      const delivery = aDelivery();
      const recorded = await deliveries.recordAttempt(delivery, anAttempt(), aRetry());

      expect(await sweep.claimAbsent(delivery, secondsAfterNow(600))).toBe(false);
      expect(await deliveries.find(deliveriesOf(delivery.endpointId), delivery.id)).toEqual(recorded);
    });

    it('does not block the first attempt', async () => {
      const delivery = aDelivery({ nextAttemptAt: NOW });
      await sweep.claimAbsent(delivery, secondsAfterNow(600));
      const done = {
        state: 'succeeded',
        reason: null,
        nextAttemptAt: null,
        finishedAt: secondsAfterNow(1),
      } as const;
      const attempt = anAttempt({ outcome: 'success', statusCode: 200, error: null });

      expect(await deliveries.claim(delivery, 1, NOW)).toEqual({ kind: 'claimed' });
      expect(await deliveries.recordAttempt(delivery, attempt, done)).toMatchObject({
        state: 'succeeded',
        attempts: [attempt],
      });
      expect(await dueIn(secondsAfterNow(600), delivery)).toEqual([]);
    });
  });

  it('returns which of many deliveries are absent', async () => {
    const [known, ...unknown] = Array.from({ length: 100 }, () => aDelivery());
    if (!known) throw new Error('No delivery');
    await deliveries.recordAttempt(known, anAttempt(), aRetry());

    expect(await sweep.findAbsent([known, ...unknown])).toEqual(unknown);
    expect(await sweep.findAbsent([])).toEqual([]);
  });

  describe('claimDue', () => {
    it('postpones an overdue delivery to a later check, and changes nothing else', async () => {
      const at = ownTime();
      const delivery = await retryingAt(at);
      const nextCheckAt = new Date(at.getTime() + 600_000);

      expect(await sweep.claimDue(await oneDue(at, delivery), nextCheckAt)).toEqual(delivery);
      expect(await dueIn(at, delivery)).toEqual([]);
      expect(await sweep.claimDue(await oneDue(nextCheckAt, delivery), secondsAfterNow(0))).toEqual(delivery);
    });

    it('assigns a delivery to one of two runs', async () => {
      const at = ownTime();
      const delivery = await retryingAt(at);
      const due = await oneDue(at, delivery);
      const claims = await Promise.all(
        [1, 2].map((run) => sweep.claimDue(due, secondsAfterNow(run * 600, at))),
      );

      expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    });

    it('leaves a delivery unchanged whose attempt was made in the meantime', async () => {
      const at = ownTime();
      const delivery = await retryingAt(at);
      const due = await oneDue(at, delivery);
      const next = new Date(at.getTime() + 60_000);
      await deliveries.recordAttempt(delivery, anAttempt({ number: 2 }), aRetry({ nextAttemptAt: next }));

      expect(await sweep.claimDue(due, secondsAfterNow(600, at))).toBeUndefined();
      expect(await dueIn(next, delivery)).toHaveLength(1);
    });

    it('leaves a delivery unchanged that ended or is held', async () => {
      const at = ownTime();
      const [ended, held] = [await retryingAt(at), await retryingAt(at)];
      const dues = await Promise.all([ended, held].map((delivery) => oneDue(at, delivery)));
      const change = { reason: 'endpoint_suspended', nextAttemptAt: null } as const;
      await deliveries.settle(ended, { ...change, state: 'cancelled', finishedAt: at });
      await deliveries.settle(held, { ...change, state: 'held', finishedAt: null });

      for (const due of dues) expect(await sweep.claimDue(due, secondsAfterNow(600, at))).toBeUndefined();
      for (const delivery of [ended, held]) expect(await dueIn(at, delivery)).toEqual([]);
    });

    it('returns nothing for a deleted delivery', async () => {
      const due = { endpointId: newId(NOW), shard: 0, deliveryId: newId(NOW), indexKey: 'x' };

      expect(await sweep.claimDue(due, secondsAfterNow(600))).toBeUndefined();
    });
  });
});
