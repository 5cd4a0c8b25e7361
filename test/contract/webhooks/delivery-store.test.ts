import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryFilter } from '#shared/webhooks/ports/delivery-store.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { describeStores, type PlatformFixture } from '#test/support/fixtures/platform/platform-fixture.ts';

const LEASE = 60;

const SUCCEEDED: DeliveryProgress = {
  state: 'succeeded',
  reason: null,
  nextAttemptAt: null,
  finishedAt: secondsAfterNow(1),
};
const HELD: DeliveryProgress = {
  state: 'held',
  reason: 'endpoint_suspended',
  nextAttemptAt: null,
  finishedAt: null,
};
const CANCELLED: DeliveryProgress = {
  state: 'cancelled',
  reason: 'endpoint_paused',
  nextAttemptAt: null,
  finishedAt: secondsAfterNow(1),
};

const success = (number: number) =>
  anAttempt({ number, outcome: 'success', statusCode: 204, error: null, responseText: null });

const superseded = (delivery: Delivery | undefined) => ({ kind: 'superseded', delivery });

describeStores('DeliveryStore', (fixture) => {
  let deliveries: PlatformFixture['deliveries'];
  beforeAll(async () => {
    ({ deliveries } = fixture);
  });
  async function recorded(made: number, overrides: Partial<Delivery> = {}): Promise<Delivery> {
    const delivery = aDelivery(overrides);
    for (let number = 1; number <= made; number += 1) {
      await deliveries.recordAttempt(delivery, anAttempt({ number }), aRetry());
    }
    return delivery;
  }

  function find({ endpointId, id }: Delivery) {
    return deliveries.find(deliveriesOf(endpointId), id);
  }

  describe('recordAttempt', () => {
    it('writes a delivery with its first attempt', async () => {
      const delivery = aDelivery({ channel: 'sms', test: true, resendOf: newId(NOW), settingsVersion: 3 });
      const written = await deliveries.recordAttempt(delivery, success(1), SUCCEEDED);

      expect(written).toEqual({ ...delivery, ...SUCCEEDED, attempts: [success(1)] });
      expect(await find(delivery)).toEqual(written);
    });

    it('adds later attempts in order and clears outdated fields', async () => {
      const delivery = await recorded(2);
      const written = await deliveries.recordAttempt(delivery, success(3), SUCCEEDED);

      const attempts = [anAttempt({ number: 1 }), anAttempt({ number: 2 }), success(3)];
      expect(written).toEqual({ ...delivery, ...SUCCEEDED, attempts });
      expect(await find(delivery)).toEqual(written);
    });

    it.each([1, 2])('records attempt %i once and returns the record of the earlier run', async (number) => {
      const delivery = await recorded(number);
      const before = await find(delivery);

      expect(await deliveries.recordAttempt(delivery, success(number), SUCCEEDED)).toEqual(before);
      expect(await find(delivery)).toEqual(before);
    });

    it('does not record an attempt that skips one', async () => {
      const delivery = await recorded(1);
      const before = await find(delivery);

      expect(await deliveries.recordAttempt(delivery, success(3), SUCCEEDED)).toEqual(before);
      expect(await find(delivery)).toEqual(before);
    });

    it('does not start a delivery with its second attempt', async () => {
      const delivery = aDelivery();

      await expect(deliveries.recordAttempt(delivery, success(2), SUCCEEDED)).rejects.toThrow('malformed');
      expect(await find(delivery)).toBeUndefined();
    });

    it('keeps the first value of constant fields', async () => {
      const delivery = await recorded(1);
      const other = {
        ...delivery,
        settingsVersion: 9,
        correlationId: 'request-9',
        createdAt: secondsAfterNow(500),
      };
      await deliveries.recordAttempt(other, success(2), SUCCEEDED);

      const { settingsVersion, correlationId, createdAt } = delivery;
      expect(await find(delivery)).toMatchObject({ settingsVersion, correlationId, createdAt });
    });

    it('adds a failed attempt to a delivery that has ended, which stays as it ended', async () => {
      for (const made of [0, 1]) {
        const delivery = await recorded(made);
        await deliveries.settle(delivery, CANCELLED);
        const ended = await find(delivery);
        const attempt = anAttempt({ number: made + 1 });
        const written = await deliveries.recordAttempt(delivery, attempt, aRetry());

        expect(written).toEqual({ ...ended, attempts: [...(ended?.attempts ?? []), attempt] });
        expect(await deliveries.recordAttempt(delivery, attempt, aRetry())).toEqual(written);
        expect(await find(delivery)).toEqual(written);
      }
    });

    it('lets a success change how a delivery has ended', async () => {
      const delivery = await recorded(1);
      await deliveries.settle(delivery, CANCELLED);
      const written = await deliveries.recordAttempt(delivery, success(2), SUCCEEDED);

      expect(written).toMatchObject({ ...SUCCEEDED, attempts: [{ number: 1 }, { number: 2 }] });
      expect(await find(delivery)).toEqual(written);
    });

    it('resumes a delivery that was held in the meantime', async () => {
      const delivery = await recorded(1);
      await deliveries.settle(delivery, HELD);
      const written = await deliveries.recordAttempt(delivery, anAttempt({ number: 2 }), aRetry());

      expect(written).toMatchObject({ ...aRetry(), attempts: [{ number: 1 }, { number: 2 }] });
    });
  });

  describe('claim', () => {
    it('returns the first attempt without a record', async () => {
      const delivery = aDelivery();

      expect(await deliveries.claim(delivery, 1, NOW)).toEqual({ kind: 'claimed' });
      expect(await find(delivery)).toBeUndefined();
    });

    it('returns the first attempt of a delivery that waits without one', async () => {
      const delivery = aDelivery();
      const queued = { state: 'queued', reason: null, nextAttemptAt: null, finishedAt: null } as const;
      await deliveries.settle(delivery, queued);

      expect(await deliveries.claim(delivery, 1, NOW)).toEqual({ kind: 'claimed' });
    });

    it('sets no lease on a first attempt without a record', async () => {
      const delivery = aDelivery();
      await deliveries.claim(delivery, 1, NOW);

      expect(await deliveries.claim(delivery, 1, NOW)).toEqual({ kind: 'claimed' });
    });

    it.each([1, 2])('returns the delivery if attempt %i is recorded', async (number) => {
      const delivery = await recorded(number);

      expect(await deliveries.claim(delivery, number, NOW)).toEqual({
        kind: 'recorded',
        delivery: await find(delivery),
      });
    });

    it.each([1, 2])('returns superseded for attempt %i when a later one is recorded', async (number) => {
      const delivery = await recorded(number + 1);

      expect(await deliveries.claim(delivery, number, NOW)).toEqual(superseded(await find(delivery)));
    });

    it.each([SUCCEEDED, CANCELLED, HELD])(
      'returns superseded for every attempt once $state',
      async (progress) => {
        const delivery = await recorded(1);
        await deliveries.settle(delivery, progress);

        for (const attempt of [1, 2, 3]) {
          expect(await deliveries.claim(delivery, attempt, NOW)).toEqual(superseded(await find(delivery)));
        }
      },
    );

    it('returns superseded for an attempt whose predecessor is not recorded', async () => {
      const delivery = await recorded(1);

      expect(await deliveries.claim(aDelivery(), 2, NOW)).toEqual(superseded(undefined));
      expect(await deliveries.claim(delivery, 3, NOW)).toEqual(superseded(await find(delivery)));
    });

    it.each([1, 2])('leases attempt %i of a recorded delivery for a minute', async (attempt) => {
      const delivery = await recorded(attempt - 1);
      if (attempt === 1) await deliveries.settle(delivery, delivery);

      expect(await deliveries.claim(delivery, attempt, NOW)).toEqual({ kind: 'claimed' });
      expect(await deliveries.claim(delivery, attempt, secondsAfterNow(LEASE - 1))).toEqual({
        kind: 'leased',
      });
      expect(await deliveries.claim(delivery, attempt, secondsAfterNow(LEASE))).toEqual({ kind: 'claimed' });
      expect(await deliveries.claim(delivery, attempt, secondsAfterNow(LEASE + 1))).toEqual({
        kind: 'leased',
      });
    });

    it('does not let the lease of the first attempt block its record, or the second attempt', async () => {
      const delivery = aDelivery();
      await deliveries.settle(delivery, delivery);
      await deliveries.claim(delivery, 1, NOW);
      await deliveries.recordAttempt(delivery, anAttempt(), aRetry());

      expect(await deliveries.claim(delivery, 2, NOW)).toEqual({ kind: 'claimed' });
    });

    it('does not let the lease of an attempt block the next', async () => {
      const delivery = await recorded(1);
      await deliveries.claim(delivery, 2, NOW);
      await deliveries.recordAttempt(delivery, anAttempt({ number: 2 }), aRetry());

      expect(await deliveries.claim(delivery, 3, NOW)).toEqual({ kind: 'claimed' });
    });

    it('shows no lease in the delivery', async () => {
      const delivery = await recorded(1);
      const before = await find(delivery);
      await deliveries.claim(delivery, 2, NOW);

      expect(await find(delivery)).toEqual(before);
    });

    it('reads only under the given endpoint', async () => {
      const delivery = await recorded(1);
      const foreign = { ...delivery, endpointId: newId(NOW) };

      expect(await deliveries.claim(foreign, 1, NOW)).toEqual({ kind: 'claimed' });
      expect(await deliveries.claim(foreign, 2, NOW)).toEqual(superseded(undefined));
    });
  });

  describe('settle', () => {
    it.each([HELD, CANCELLED])('writes a delivery that is $state before any attempt', async (progress) => {
      const delivery = aDelivery();
      await deliveries.settle(delivery, progress);

      expect(await find(delivery)).toEqual({ ...delivery, ...progress });
    });

    it('keeps the recorded attempts', async () => {
      const delivery = await recorded(2);
      await deliveries.settle(delivery, CANCELLED);

      const attempts = [anAttempt({ number: 1 }), anAttempt({ number: 2 })];
      expect(await find(delivery)).toEqual({ ...delivery, ...CANCELLED, attempts });
    });

    it('changes nothing when it runs twice', async () => {
      const delivery = await recorded(1);
      await deliveries.settle(delivery, CANCELLED);
      const before = await find(delivery);
      await deliveries.settle(delivery, { ...CANCELLED, finishedAt: secondsAfterNow(500) });

      expect(await find(delivery)).toEqual(before);
    });

    it('does not change a delivery that has ended', async () => {
      const delivery = aDelivery();
      const written = await deliveries.recordAttempt(delivery, success(1), SUCCEEDED);
      await deliveries.settle(delivery, HELD);

      expect(await find(delivery)).toEqual(written);
    });

    it('ends what was held', async () => {
      const delivery = aDelivery();
      await deliveries.settle(delivery, HELD);
      await deliveries.settle(delivery, CANCELLED);

      expect(await find(delivery)).toEqual({ ...delivery, ...CANCELLED });
    });
  });

  describe('supersede', () => {
    it.each([0, 1])('cancels a delivery that waits, after %i attempts', async (made) => {
      const delivery = await recorded(made);
      if (made === 0) await deliveries.settle(delivery, HELD);
      const before = await find(delivery);
      await deliveries.supersede(delivery, 'the-resend', secondsAfterNow(5));

      expect(await find(delivery)).toEqual({
        ...before,
        state: 'cancelled',
        reason: 'superseded_by_resend',
        nextAttemptAt: null,
        finishedAt: secondsAfterNow(5),
        deliveredBy: 'the-resend',
      });
    });

    it('changes nothing when it runs twice, and only records the resend on a delivery that has ended', async () => {
      const [waiting, ended] = [await recorded(1), aDelivery()];
      await deliveries.recordAttempt(ended, success(1), SUCCEEDED);
      await deliveries.supersede(waiting, 'the-resend', secondsAfterNow(5));
      const before = [await find(waiting), await find(ended)];
      for (const { endpointId, id } of [waiting, ended])
        await deliveries.supersede({ endpointId, shard: 0, id }, 'the-resend', secondsAfterNow(9));

      const [first, second] = before;
      expect(await find(waiting)).toEqual(first);
      expect(await find(ended)).toEqual({ ...second, deliveredBy: 'the-resend' });
    });

    it('creates no delivery without a record', async () => {
      const delivery = aDelivery();
      await deliveries.supersede(delivery, 'the-resend', NOW);

      expect(await find(delivery)).toBeUndefined();
    });
  });

  describe('find', () => {
    it('finds nothing under another id or a third-party endpoint', async () => {
      const delivery = await recorded(1);

      expect(await deliveries.find(deliveriesOf(delivery.endpointId), aDelivery().id)).toBeUndefined();
      expect(await deliveries.find(deliveriesOf(newId(NOW)), delivery.id)).toBeUndefined();
    });
  });

  describe('list', () => {
    const endpointId = newId(NOW);
    const made = Array.from({ length: 6 }, (_, minute) =>
      aDelivery({ endpointId, createdAt: secondsAfterNow(60 * minute) }),
    );
    beforeAll(async () => {
      for (const delivery of made) await deliveries.recordAttempt(delivery, success(1), SUCCEEDED);
      await deliveries.recordAttempt(aDelivery({ createdAt: secondsAfterNow(60) }), success(1), SUCCEEDED);
    });

    async function minutes(filter: Partial<DeliveryFilter>): Promise<number[]> {
      const listed = await deliveries.list(deliveriesOf(endpointId), { order: 'asc', limit: 10, ...filter });
      return listed.map(({ createdAt }) => (createdAt.getTime() - NOW.getTime()) / 60_000);
    }

    it('returns complete deliveries', async () => {
      const [first] = await deliveries.list(deliveriesOf(endpointId), { order: 'asc', limit: 1 });

      expect(first).toEqual({ ...made[0], ...SUCCEEDED, attempts: [success(1)] });
    });

    it('returns nothing for an endpoint without deliveries', async () => {
      expect(await deliveries.list(deliveriesOf(newId(NOW)), { order: 'desc', limit: 10 })).toEqual([]);
    });

    it.each<[Partial<DeliveryFilter>, number[]]>([
      [{}, [0, 1, 2, 3, 4, 5]],
      [{ order: 'desc' }, [5, 4, 3, 2, 1, 0]],
      [{ limit: 2 }, [0, 1]],
      [{ order: 'desc', limit: 2 }, [5, 4]],
      [{ since: secondsAfterNow(120) }, [2, 3, 4, 5]],
      [{ since: secondsAfterNow(120.001) }, [3, 4, 5]],
      [{ until: secondsAfterNow(120) }, [0, 1, 2]],
      [{ until: secondsAfterNow(119.999) }, [0, 1]],
      [{ since: secondsAfterNow(60), until: secondsAfterNow(180), order: 'desc', limit: 2 }, [3, 2]],
      [{ since: secondsAfterNow(180), until: secondsAfterNow(60) }, []],
      [{ after: made[1]?.id }, [2, 3, 4, 5]],
      [{ after: made[1]?.id, limit: 2 }, [2, 3]],
      [{ after: made[1]?.id, order: 'desc' }, [0]],
      [{ after: made[4]?.id, order: 'desc', limit: 2 }, [3, 2]],
      [{ after: made[4]?.id, order: 'desc', since: secondsAfterNow(180) }, [3]],
      [{ after: made[1]?.id, until: secondsAfterNow(120) }, [2]],
      [{ after: made[5]?.id }, []],
      [{ after: made[0]?.id, order: 'desc' }, []],
      [{ after: made[0]?.id, since: secondsAfterNow(120) }, [2, 3, 4, 5]],
      [{ after: made[5]?.id, order: 'desc', until: secondsAfterNow(120) }, [2, 1, 0]],
    ])('filters by %j', async (filter, expected) => {
      expect(await minutes(filter)).toEqual(expected);
    });

    it('pages through everything once, in both orders', async () => {
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        for (;;) {
          const page = await deliveries.list(deliveriesOf(endpointId), {
            order,
            limit: 4,
            after: seen.at(-1),
          });
          seen.push(...page.map(({ id }) => id));
          if (page.length < 4) break;
        }
        const ids = made.map(({ id }) => id);
        expect(seen).toEqual(order === 'asc' ? ids : ids.toReversed());
      }
    });
  });
});
