import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { readPages } from '#test/support/fixtures/platform/read-pages.ts';

const UNTIL = secondsAfterNow(840);
const DEFERRED = { reason: 'endpoint_unresponsive', nextAttemptAt: UNTIL, finishedAt: null } as const;
const LEASE = 60;

describeStores('DeferredDeliveries', (fixture) => {
  const find = ({ endpointId, id }: Delivery) => fixture.deliveries.find(deliveriesOf(endpointId), id);
  const defer = (delivery: Delivery, attempt = 1, now = NOW) =>
    fixture.deferred.defer(delivery, attempt, UNTIL, now);

  async function recorded(attempts: number) {
    const delivery = aDelivery();
    for (let number = 1; number <= attempts; number += 1) {
      await fixture.deliveries.recordAttempt(delivery, anAttempt({ number }), aRetry());
    }
    return delivery;
  }

  describe('defer', () => {
    it('writes a first attempt that has no record', async () => {
      const delivery = aDelivery({ channel: 'sms', test: true });

      expect(await defer(delivery)).toBe(true);
      expect(await find(delivery)).toEqual({ ...delivery, ...DEFERRED, state: 'queued' });
    });

    it('defers a recorded first attempt that waits', async () => {
      const delivery = aDelivery({ resendOf: newId(NOW) });
      await fixture.deliveries.settle(delivery, delivery);

      expect(await defer(delivery)).toBe(true);
      expect(await find(delivery)).toEqual({ ...delivery, ...DEFERRED, state: 'queued' });
    });

    it.each([2, 6])('defers attempt %i and keeps those before', async (attempt) => {
      const delivery = await recorded(attempt - 1);
      const before = await find(delivery);

      expect(await defer(delivery, attempt)).toBe(true);
      expect(await find(delivery)).toEqual({ ...before, ...DEFERRED, state: 'retrying' });
    });

    it('defers once when it runs twice', async () => {
      const delivery = aDelivery();
      await defer(delivery);

      expect(await defer(delivery)).toBe(true);
      expect(await find(delivery)).toEqual({ ...delivery, ...DEFERRED, state: 'queued' });
    });

    it.each([
      [1, 1],
      [1, 2],
      [2, 2],
      [3, 1],
      [3, 0],
    ])('does not defer attempt %i when %i are recorded', async (attempt, made) => {
      const delivery = await recorded(made);
      const before = await find(delivery);

      expect(await defer(delivery, attempt)).toBe(false);
      expect(await find(delivery)).toEqual(before);
    });

    it.each([
      { state: 'succeeded', reason: null, nextAttemptAt: null, finishedAt: NOW },
      { state: 'cancelled', reason: 'endpoint_edited', nextAttemptAt: null, finishedAt: NOW },
      { state: 'held', reason: 'endpoint_suspended', nextAttemptAt: null, finishedAt: null },
    ] as const)('leaves a delivery unchanged that is $state', async (progress) => {
      for (const made of [0, 1]) {
        const delivery = await recorded(made);
        await fixture.deliveries.settle(delivery, progress);
        const before = await find(delivery);

        expect(await defer(delivery, made + 1)).toBe(false);
        expect(await find(delivery)).toEqual(before);
      }
    });

    it.each([1, 2])(
      'does not take attempt %i from the run that owns it, until its lease expires',
      async (attempt) => {
        const delivery = await recorded(attempt - 1);
        if (attempt === 1) await fixture.deliveries.settle(delivery, delivery);
        await fixture.deliveries.claim(delivery, attempt, NOW);

        expect(await defer(delivery, attempt, secondsAfterNow(LEASE - 1))).toBe(false);
        expect(await defer(delivery, attempt, secondsAfterNow(LEASE))).toBe(true);
      },
    );

    it('is not blocked by the lease of an earlier attempt', async () => {
      const delivery = await recorded(1);
      await fixture.deliveries.claim(delivery, 2, NOW);
      await fixture.deliveries.recordAttempt(delivery, anAttempt({ number: 2 }), aRetry());

      expect(await defer(delivery, 3)).toBe(true);
    });

    it('does not prevent that the attempt is claimed and recorded', async () => {
      const delivery = aDelivery();
      await defer(delivery);

      expect(await fixture.deliveries.claim(delivery, 1, NOW)).toEqual({ kind: 'claimed' });
      await fixture.deliveries.recordAttempt(delivery, anAttempt(), aRetry());
      expect(await find(delivery)).toEqual({ ...delivery, ...aRetry(), attempts: [anAttempt()] });
    });
  });

  describe('list', () => {
    const list = (endpointId: string, after: string | null = null, limit = 100) =>
      fixture.deferred.list(deliveriesOf(endpointId), { after, limit });

    /** Deferred deliveries of one endpoint, the oldest first. */
    async function createDeferred(endpointId: string, count: number) {
      const deliveries = Array.from({ length: count }, (_, index) =>
        aDelivery({ endpointId, createdAt: secondsAfterNow(index) }),
      );
      for (const delivery of deliveries.toReversed()) await defer(delivery);
      return deliveries;
    }

    const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);

    it('returns the deferred deliveries of an endpoint, the oldest first', async () => {
      const endpointId = newId(NOW);
      const deliveries = await createDeferred(endpointId, 3);
      await createDeferred(newId(NOW), 1);

      expect(await list(endpointId)).toEqual({
        deferred: deliveries.map((delivery) => ({ ...delivery, ...DEFERRED, state: 'queued' })),
        next: null,
      });
    });

    it('returns pages without duplicates', async () => {
      const endpointId = newId(NOW);
      const [first, second, third, fourth] = idsOf(await createDeferred(endpointId, 4));
      const pages = [];
      for (let after: string | null = null; ;) {
        const { deferred, next } = await list(endpointId, after, 2);
        pages.push({ ids: idsOf(deferred), next });
        if (next === null) break;
        after = next;
      }

      expect(pages).toEqual([
        { ids: [first, second], next: second },
        { ids: [third, fourth], next: fourth },
        { ids: [], next: null },
      ]);
    });

    it('continues after a delivery that is no longer deferred', async () => {
      const endpointId = newId(NOW);
      const deliveries = await createDeferred(endpointId, 4);
      const [first, second, third] = deliveries;
      if (!first || !second) throw new Error('Four were deferred');
      const { next } = await list(endpointId, null, 2);
      for (const gone of [first, second]) await fixture.deliveries.recordAttempt(gone, anAttempt(), aRetry());

      expect(idsOf((await list(endpointId, next, 1)).deferred)).toEqual([third?.id]);
    });

    it('omits deliveries that wait, are retrying or held, or have ended', async () => {
      const endpointId = newId(NOW);
      const [ended, recordedOne, waiting, held] = [0, 1, 2, 3].map((index) =>
        aDelivery({ endpointId, createdAt: secondsAfterNow(index) }),
      );
      if (!ended || !recordedOne || !waiting || !held) throw new Error('Four were made');
      await defer(ended);
      await fixture.deliveries.settle(ended, {
        state: 'cancelled',
        reason: 'endpoint_edited',
        nextAttemptAt: null,
        finishedAt: NOW,
      });
      await defer(recordedOne);
      await fixture.deliveries.recordAttempt(recordedOne, anAttempt(), aRetry());
      await fixture.deliveries.settle(waiting, waiting);
      await fixture.deliveries.settle(held, {
        state: 'held',
        reason: 'endpoint_suspended',
        nextAttemptAt: null,
        finishedAt: null,
      });

      expect(await list(endpointId)).toEqual({ deferred: [], next: null });
    });

    it('shows a deferred delivery to the sweep after its time', async () => {
      const delivery = aDelivery();
      await defer(delivery);
      const bucket = { minute: UNTIL, shard: 0 };
      const due = [];
      for (let shard = 0; shard < 16; shard += 1) {
        due.push(...(await readPages(fixture.sweep.readDue({ ...bucket, shard }))));
      }

      expect(due.map(({ deliveryId }) => deliveryId)).toContain(delivery.id);
    });
  });
});
