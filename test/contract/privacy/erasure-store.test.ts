import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { afterPass, type Erasure } from '#shared/events/recording/erasure.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anErasure, anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  aJob,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const HOUR = 3600;

describeStores('ErasureStore', (fixture) => {
  async function asked(overrides: Partial<Erasure> = {}): Promise<Erasure> {
    const erasure = anErasure(overrides);
    await fixture.erasures.create(erasure, aContext());
    return erasure;
  }

  const found = ({ workspaceId, id }: Erasure) => fixture.erasures.find(workspaceId, id);

  async function recorded(event: RecordedEvent): Promise<RecordedEvent> {
    await fixture.events.record(event, aContext(), undefined);
    return event;
  }

  async function redactedOf(erasure: Erasure): Promise<string[]> {
    const ids: string[] = [];
    for await (const page of fixture.erasures.readRedacted(erasure)) ids.push(...page);
    return ids;
  }

  /** Whether an erasure is among those scheduled for now. */
  async function isDue({ id }: Erasure, at: Date): Promise<boolean> {
    return (await fixture.erasures.readDue(at)).due.some((erasure) => erasure.id === id);
  }

  describe('create', () => {
    it('stores the erasure', async () => {
      const erasure = await asked();

      expect(await found(erasure)).toEqual(erasure);
      expect(await fixture.erasures.find(randomUUID(), erasure.id)).toBeUndefined();
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.erasures.create(anErasure(), aContext({ idempotencyRecord }));
      const twin = anErasure();

      await expect(fixture.erasures.create(twin, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
      expect(await found(twin)).toBeUndefined();
    });
  });

  describe('a pass', () => {
    it('is scheduled once everything in flight is recorded, once more after 20 hours, and then no more', async () => {
      const first = await asked();
      expect(await isDue(first, secondsAfterNow(14.999))).toBe(false);
      expect(await isDue(first, secondsAfterNow(15))).toBe(true);

      const second = afterPass(first, secondsAfterNow(1));
      await fixture.erasures.finishPass(first, second);
      expect(await found(first)).toEqual(second);
      expect(await isDue(first, secondsAfterNow(20 * HOUR - 1))).toBe(false);
      expect(await isDue(first, secondsAfterNow(20 * HOUR))).toBe(true);

      const done = afterPass(second, secondsAfterNow(20 * HOUR + 5));
      await fixture.erasures.finishPass(second, done);
      expect(await found(first)).toEqual(done);
      expect(done).toMatchObject({ state: 'completed', finishedAt: secondsAfterNow(20 * HOUR + 5) });
      expect(await isDue(first, secondsAfterNow(100 * HOUR))).toBe(false);
    });

    it('is scheduled for more erasures than are read at a time', async () => {
      const many = await Promise.all(
        Array.from({ length: 130 }, () => asked({ createdAt: secondsAfterNow(-5 * HOUR) })),
      );
      const due = new Set(
        (await fixture.erasures.readDue(secondsAfterNow(-4 * HOUR))).due.map(({ id }) => id),
      );

      expect(many.filter(({ id }) => !due.has(id))).toEqual([]);
    });

    it('keeps its cursor, and starts the next one at the beginning', async () => {
      const erasure = await asked();
      await fixture.erasures.advance(erasure, 'event-7');
      expect(await found(erasure)).toEqual({ ...erasure, cursor: 'event-7' });

      await fixture.erasures.finishPass(
        { ...erasure, cursor: 'event-7' },
        afterPass(erasure, secondsAfterNow(1)),
      );
      expect((await found(erasure))?.cursor).toBeNull();
    });

    it('is not advanced or ended by an outdated run', async () => {
      const erasure = await asked();
      const second = afterPass(erasure, secondsAfterNow(1));
      await fixture.erasures.finishPass(erasure, second);
      await fixture.erasures.advance(erasure, 'event-7');
      await fixture.erasures.finishPass(erasure, { ...second, cursor: 'event-8' });

      expect(await found(erasure)).toEqual(second);
    });
  });

  describe('readRedacted', () => {
    it('finds redacted events from before the erasure, in this workspace, oldest first', async () => {
      const erasure = await asked();
      const { workspaceId } = erasure;
      const [first, second, third, late] = [-2, -1, 0, 0.001].map((seconds) =>
        anEvent({ workspaceId, recordedAt: secondsAfterNow(seconds) }),
      );
      if (!first || !second || !third || !late) throw new Error('Four events are missing');
      for (const event of [third, first, second, late]) {
        await recorded(event);
        await fixture.erasures.redactEvent(erasure, event.id);
      }
      const others = await asked({ contact: erasure.contact });
      const foreign = await recorded(
        anEvent({ workspaceId: others.workspaceId, recordedAt: secondsAfterNow(-1) }),
      );
      await fixture.erasures.redactEvent(others, foreign.id);
      await recorded(anEvent({ workspaceId, recordedAt: secondsAfterNow(-1) }));

      expect(await redactedOf(erasure)).toEqual([first.id, second.id, third.id]);
      expect(await redactedOf({ ...erasure, cursor: first.id })).toEqual([second.id, third.id]);
      expect(await redactedOf({ ...erasure, cursor: third.id })).toEqual([]);
      expect(await redactedOf({ ...erasure, requestedAt: secondsAfterNow(-1) })).toEqual([
        first.id,
        second.id,
      ]);
    });

    it('finds more than one page of them', async () => {
      const erasure = await asked();
      const { workspaceId } = erasure;
      for (let made = 0; made < 230; made += 1) {
        const event = await recorded(anEvent({ workspaceId, recordedAt: secondsAfterNow(-1000 + made) }));
        await fixture.erasures.redactEvent(erasure, event.id);
      }

      expect(new Set(await redactedOf(erasure)).size).toBe(230);
    });
  });

  describe('redactEvent', () => {
    it('removes the body and nothing else, once or twice', async () => {
      const erasure = await asked();
      const matches = [{ endpointId: newId(secondsAfterNow(0)), settingsVersion: 1, shards: 1 }];
      const event = await recorded(anEvent({ workspaceId: erasure.workspaceId, matches }));
      const blank = { ...event, body: '' };

      expect(await fixture.erasures.redactEvent(erasure, event.id)).toEqual(blank);
      expect(await fixture.erasures.redactEvent(erasure, event.id)).toEqual(blank);
      expect(await fixture.events.find(event.id)).toEqual(blank);
      expect(await redactedOf(erasure)).toEqual([event.id]);
    });

    it('leaves events of other workspaces unchanged, and ignores a deleted one', async () => {
      const erasure = await asked();
      const event = await recorded(anEvent());
      const gone = newId(secondsAfterNow(0));

      expect(await fixture.erasures.redactEvent(erasure, event.id)).toBeUndefined();
      expect(await fixture.erasures.redactEvent(erasure, gone)).toBeUndefined();
      expect(await fixture.events.find(event.id)).toEqual(event);
      expect(await fixture.events.find(gone)).toBeUndefined();
    });

    it('leaves events unchanged that were redacted for another contact', async () => {
      const erasure = await asked();
      const other = await asked({ workspaceId: erasure.workspaceId });
      const event = await recorded(anEvent({ workspaceId: erasure.workspaceId }));
      await fixture.erasures.redactEvent(erasure, event.id);

      expect(await fixture.erasures.redactEvent(other, event.id)).toBeUndefined();
      expect(await redactedOf(erasure)).toEqual([event.id]);
      expect(await redactedOf(other)).toEqual([]);
    });
  });

  describe('redactDelivery', () => {
    const answered = anAttempt({ responseText: 'Ada is unknown here' });

    it('removes the response bodies, and ends the time for resends; again changes nothing', async () => {
      const erasure = await asked({ createdAt: secondsAfterNow(60) });
      const delivery = aDelivery();
      await fixture.deliveries.recordAttempt(delivery, answered, aRetry());
      const silent = anAttempt({ number: 2, responseText: null });
      const stored = await fixture.deliveries.recordAttempt(delivery, silent, aRetry());
      const attempts = stored.attempts.map((attempt) => ({ ...attempt, responseText: null }));

      for (let time = 1; time <= 2; time += 1) {
        expect(await fixture.erasures.redactDelivery(erasure, delivery)).toEqual([]);
        const blank = await fixture.deliveries.find(deliveriesOf(delivery.endpointId), delivery.id);
        expect(blank).toEqual({ ...stored, attempts, payloadExpiresAt: secondsAfterNow(60) });
      }
    });

    it('removes what was recorded after the first time', async () => {
      const erasure = await asked();
      const delivery = aDelivery();
      await fixture.deliveries.recordAttempt(delivery, answered, aRetry());
      await fixture.erasures.redactDelivery(erasure, delivery);
      await fixture.deliveries.recordAttempt(delivery, { ...answered, number: 2 }, aRetry());
      await fixture.erasures.redactDelivery(erasure, delivery);
      const blank = await fixture.deliveries.find(deliveriesOf(delivery.endpointId), delivery.id);

      expect(blank?.attempts.map(({ responseText }) => responseText)).toEqual([null, null]);
    });

    it('does not extend an ended period', async () => {
      const erasure = await asked({ createdAt: secondsAfterNow(60) });
      const delivery = aDelivery({ payloadExpiresAt: secondsAfterNow(30) });
      await fixture.deliveries.recordAttempt(delivery, answered, aRetry());
      await fixture.erasures.redactDelivery(erasure, delivery);
      const blank = await fixture.deliveries.find(deliveriesOf(delivery.endpointId), delivery.id);

      expect(blank?.payloadExpiresAt).toEqual(secondsAfterNow(30));
    });

    it('returns every resend of the delivery', async () => {
      const erasure = await asked();
      const { endpointId, ...delivery } = aDelivery();
      const original = { ...delivery, endpointId };
      await fixture.deliveries.recordAttempt(original, answered, aRetry());
      const resends = [1, 2, 3].map((second) =>
        aDelivery({ id: newId(secondsAfterNow(second)), endpointId, resendOf: original.id }),
      );
      for (const resend of resends)
        await fixture.requests.requestResend(resend, original, aJob(), aContext());

      const named = await fixture.erasures.redactDelivery(erasure, original);
      expect(named.toSorted()).toEqual(resends.map(({ id }) => id).toSorted());
    });

    it('creates no missing delivery', async () => {
      const erasure = await asked();
      const { endpointId, id } = aDelivery();

      expect(await fixture.erasures.redactDelivery(erasure, { endpointId, shard: 0, id })).toEqual([]);
      expect(await fixture.deliveries.find(deliveriesOf(endpointId), id)).toBeUndefined();
    });
  });
});
