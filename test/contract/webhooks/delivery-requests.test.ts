import { describe, expect, it } from 'vitest';
import type { CommandContext } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { planResend, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

/** A test event for one endpoint, and its delivery as in a 202. */
function aTestEvent() {
  const endpointId = newId(NOW);
  const event = anEvent({ test: true, matches: [{ endpointId, settingsVersion: 1, shards: 1 }] });
  const delivery = aDelivery({
    id: deliveryIdFor(event, endpointId),
    endpointId,
    eventId: event.id,
    workspaceId: event.workspaceId,
    test: true,
    nextAttemptAt: NOW,
  });
  return { event, delivery };
}

describeStores('DeliveryRequests', (fixture) => {
  const find = ({ endpointId, id }: Delivery) => fixture.deliveries.find(deliveriesOf(endpointId), id);

  /** A recorded delivery whose first attempt failed. */
  async function failedOnce(overrides: Partial<Delivery> = {}): Promise<Delivery> {
    const delivery = aDelivery({ channel: 'sms', ...overrides });
    return fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry());
  }

  function planned(original: Delivery, seconds = 60) {
    const at = secondsAfterNow(seconds);
    const repeated = planResend(original, anEndpoint({ settingsVersion: 4 }), newId(at), at);
    return { resend: repeated, job: resendJob(repeated, original) };
  }

  async function resend(original: Delivery, context: CommandContext = aContext(), seconds = 60) {
    const plan = planned(original, seconds);
    await fixture.requests.requestResend(plan.resend, original, plan.job, context);
    return plan;
  }

  describe('requestEvent', () => {
    it('writes the event, its delivery and the response', async () => {
      const { event, delivery } = aTestEvent();
      const idempotencyRecord = anIdempotencyRecord({ status: 202 });
      await fixture.requests.requestEvent(event, delivery, aContext({ idempotencyRecord }));

      expect(await fixture.events.find(event.id)).toEqual(event);
      expect(await find(delivery)).toEqual(delivery);
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual(idempotencyRecord);
    });

    it('shows the delivery in the list of its endpoint at once', async () => {
      const { event, delivery } = aTestEvent();
      await fixture.requests.requestEvent(event, delivery, aContext());

      expect(
        await fixture.deliveries.list(deliveriesOf(delivery.endpointId), { order: 'asc', limit: 5 }),
      ).toEqual([delivery]);
    });

    it('lets the first attempt be claimed and recorded', async () => {
      const { event, delivery } = aTestEvent();
      await fixture.requests.requestEvent(event, delivery, aContext());

      expect(await fixture.deliveries.claim(delivery, 1, NOW)).toEqual({ kind: 'claimed' });
      expect(await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry())).toEqual({
        ...delivery,
        ...aRetry(),
        attempts: [anAttempt()],
      });
    });

    it('writes nothing in either table when the response is already stored', async () => {
      const { event, delivery } = aTestEvent();
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.responses.remember(idempotencyRecord, aContext().change);
      const again = fixture.requests.requestEvent(event, delivery, aContext({ idempotencyRecord }));

      await expect(again).rejects.toThrow(DuplicateRequestError);
      expect(await fixture.events.find(event.id)).toBeUndefined();
      expect(await find(delivery)).toBeUndefined();
    });

    it('changes nothing when the same command runs twice', async () => {
      const { event, delivery } = aTestEvent();
      const context = aContext({ idempotencyRecord: anIdempotencyRecord() });
      await fixture.requests.requestEvent(event, delivery, context);

      await expect(fixture.requests.requestEvent(event, delivery, context)).resolves.toBeUndefined();
      expect(await find(delivery)).toEqual(delivery);
    });
  });

  describe('requestResend', () => {
    it('writes the resend, the job that sends it and the response', async () => {
      const original = await failedOnce();
      const idempotencyRecord = anIdempotencyRecord({ status: 202 });
      const plan = await resend(original, aContext({ idempotencyRecord }));

      expect(await find(plan.resend)).toEqual(plan.resend);
      expect(await fixture.dispatchOfDelivery(plan.resend.id)).toEqual({ kind: 'delivery', job: plan.job });
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toEqual(idempotencyRecord);
    });

    it('links the delivery it repeats, whose other fields are unchanged', async () => {
      const original = await failedOnce();
      const first = await resend(original);
      expect(await find(original)).toEqual({
        ...original,
        resendCount: 1,
        lastResendId: first.resend.id,
      });

      const second = await resend(original, aContext(), 120);
      expect(await find(original)).toEqual({
        ...original,
        resendCount: 2,
        lastResendId: second.resend.id,
      });
    });

    it('lists the newest resends of a delivery, also resends of resends, newest first', async () => {
      const original = await failedOnce();
      expect(await fixture.deliveries.listResends(original, 2)).toEqual([]);
      await resend(original);
      const second = await resend(original, aContext(), 120);
      const third = await resend(second.resend, aContext(), 180);

      expect(await fixture.deliveries.listResends(original, 2)).toEqual([third.resend, second.resend]);
      expect(await fixture.deliveries.listResends(aDelivery(), 2)).toEqual([]);
    });

    it('counts a resend of a resend on the first delivery, as its last resend', async () => {
      const original = await failedOnce();
      const second = await resend(original);
      const third = await resend(second.resend, aContext(), 120);

      expect(third.resend.resendOf).toBe(original.id);
      expect(await find(original)).toMatchObject({ resendCount: 2, lastResendId: third.resend.id });
    });

    it('changes nothing when another run requests the same resend again', async () => {
      const original = await failedOnce();
      const plan = await resend(original);
      const before = await find(original);
      await fixture.deliveries.recordAttempt(plan.resend, anAttempt(), aRetry());
      const begun = await find(plan.resend);
      const job = { ...plan.job, correlationId: 'another run' };
      await fixture.requests.requestResend(plan.resend, original, job, aContext());

      expect(await find(original)).toEqual(before);
      expect(await find(plan.resend)).toEqual(begun);
      expect(await fixture.dispatchOfDelivery(plan.resend.id)).toEqual({ kind: 'delivery', job: plan.job });
    });

    it('counts once what two runs request at the same time', async () => {
      const original = await failedOnce();
      const plan = planned(original);
      await Promise.all(
        [1, 2].map(() => fixture.requests.requestResend(plan.resend, original, plan.job, aContext())),
      );

      expect(await find(original)).toMatchObject({ resendCount: 1, lastResendId: plan.resend.id });
    });

    it('writes nothing in either table when the response is already stored', async () => {
      const original = await failedOnce();
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.responses.remember(idempotencyRecord, aContext().change);
      const plan = planned(original);
      const again = fixture.requests.requestResend(
        plan.resend,
        original,
        plan.job,
        aContext({ idempotencyRecord }),
      );

      await expect(again).rejects.toThrow(DuplicateRequestError);
      expect(await find(plan.resend)).toBeUndefined();
      expect(await find(original)).toEqual(original);
      expect(await fixture.dispatchOfDelivery(plan.resend.id)).toBeUndefined();
    });

    it('records an original whose first attempt has not ended, and the end of that attempt can be recorded afterwards', async () => {
      const original = aDelivery();
      const plan = planned(original);
      await fixture.requests.requestResend(plan.resend, original, plan.job, aContext(), 'unrecorded');
      const recorded = {
        ...original,
        state: 'queued',
        nextAttemptAt: plan.resend.createdAt,
        resendCount: 1,
        lastResendId: plan.resend.id,
      };

      expect(await find(original)).toEqual(recorded);
      expect(await find(plan.resend)).toEqual(plan.resend);
      expect(await fixture.deliveries.recordAttempt(original, anAttempt(), aRetry(), true)).toEqual({
        ...recorded,
        ...aRetry(),
        attempts: [anAttempt()],
      });
    });

    it('writes nothing if the first attempt of an unrecorded original has been recorded meanwhile', async () => {
      const original = await failedOnce();
      const plan = planned(original);
      const request = fixture.requests.requestResend(
        plan.resend,
        original,
        plan.job,
        aContext(),
        'unrecorded',
      );

      await expect(request).rejects.toThrow(ConcurrentUpdateError);
      expect(await find(original)).toEqual(original);
      expect(await find(plan.resend)).toBeUndefined();
    });

    it('writes nothing when the delivery to repeat was deleted', async () => {
      const original = aDelivery();
      const plan = planned(original);
      const idempotencyRecord = anIdempotencyRecord();
      const request = fixture.requests.requestResend(
        plan.resend,
        original,
        plan.job,
        aContext({ idempotencyRecord }),
      );

      await expect(request).rejects.toThrow(ConcurrentUpdateError);
      expect(await find(plan.resend)).toBeUndefined();
      expect(await find(original)).toBeUndefined();
      expect(await fixture.dispatchOfDelivery(plan.resend.id)).toBeUndefined();
      expect(await fixture.responses.find(idempotencyRecord.id, NOW)).toBeUndefined();
    });

    it('returns true for what is requested now and for what was requested before', async () => {
      const original = await failedOnce();
      const { resend: repeated, job } = planned(original);

      for (let run = 0; run < 2; run += 1) {
        expect(await fixture.requests.requestResend(repeated, original, job, aContext())).toBe(true);
      }
    });

    it('proceeds only after the last known resend, if required', async () => {
      const original = await failedOnce();
      const first = planned(original);
      const request = (plan: typeof first, lastResendId: string | null) =>
        fixture.requests.requestResend(plan.resend, original, plan.job, aContext(), { lastResendId });
      expect(await request(first, null)).toBe(true);

      expect(await request(planned(original, 120), first.resend.id)).toBe(true);
      expect(await find(original)).toMatchObject({ resendCount: 2 });
    });

    it.each([
      ['none was known', () => null],
      ['another one was known', () => newId(NOW)],
    ])('writes nothing in either table when another caller resent it concurrently: %s', async (_, seen) => {
      const original = await failedOnce();
      await resend(original);
      const before = await find(original);
      const plan = planned(original, 120);
      const request = fixture.requests.requestResend(plan.resend, original, plan.job, aContext(), {
        lastResendId: seen(),
      });

      expect(await request).toBe(false);
      expect(await find(plan.resend)).toBeUndefined();
      expect(await find(original)).toEqual(before);
      expect(await fixture.dispatchOfDelivery(plan.resend.id)).toBeUndefined();
    });

    it.each([null, 'the-last-one'])(
      'does not proceed after %j when the delivery was deleted',
      async (lastResendId) => {
        const original = aDelivery();
        const plan = planned(original);

        expect(
          await fixture.requests.requestResend(plan.resend, original, plan.job, aContext(), { lastResendId }),
        ).toBe(false);
        expect(await find(plan.resend)).toBeUndefined();
      },
    );

    it('returns true for its own resend when it must proceed only after an earlier one', async () => {
      const original = await failedOnce();
      const { resend: repeated, job } = planned(original);
      const request = () =>
        fixture.requests.requestResend(repeated, original, job, aContext(), { lastResendId: null });

      expect([await request(), await request()]).toEqual([true, true]);
      expect(await find(original)).toMatchObject({ resendCount: 1 });
    });

    it('lets one of two racing recoveries resend it', async () => {
      const original = await failedOnce();
      const runs = await Promise.all(
        [60, 120].map((seconds) => {
          const plan = planned(original, seconds);
          return fixture.requests.requestResend(plan.resend, original, plan.job, aContext(), original);
        }),
      );

      expect(new Set(runs)).toEqual(new Set([true, false]));
      expect(await find(original)).toMatchObject({ resendCount: 1 });
    });

    it('survives later changes of the original', async () => {
      const original = await failedOnce();
      const plan = await resend(original);
      await fixture.deliveries.recordAttempt(original, anAttempt({ number: 2 }), aRetry());
      await fixture.deliveries.supersede(original, plan.resend.id, secondsAfterNow(200));

      expect(await find(original)).toMatchObject({
        state: 'cancelled',
        reason: 'superseded_by_resend',
        resendCount: 1,
        lastResendId: plan.resend.id,
      });
    });
  });
});
