import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { RecoveryRange } from '#shared/webhooks/domain/recovery.ts';
import type { DeliveryFilter } from '#shared/webhooks/ports/delivery-store.ts';
import { findRecoverable, type RecoveryStep } from '#shared/webhooks/use-cases/find-recoverable.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import {
  createMemoryDeliveryStore,
  keyOf,
  type MemoryDeliveries,
} from '#test/support/fakes/webhooks/memory-delivery-store.ts';

const RANGE: RecoveryRange = { since: NOW, until: secondsAfterNow(3600), states: ['failed'] };
const ENDPOINT = anEndpoint({ enabled: true });

/** Deliveries one second apart, of which every third has failed. */
function setUp(count: number) {
  const stored: MemoryDeliveries = new Map();
  const store = createMemoryDeliveryStore(stored);
  const all = Array.from({ length: count }, (_, index) =>
    put(index, index % 3 === 0 ? 'failed' : 'succeeded'),
  );
  const filters: DeliveryFilter[] = [];
  const recorded = new Map<string, RecordedEvent>();
  const events = {
    findAll: async (ids: readonly string[]) => ids.flatMap((id) => recorded.get(id) ?? []),
  };

  function put(seconds: number, state: Delivery['state'], overrides: Partial<Delivery> = {}): Delivery {
    const delivery = aDelivery({
      endpointId: ENDPOINT.id,
      createdAt: secondsAfterNow(seconds),
      state,
      ...overrides,
    });
    stored.set(keyOf(delivery), delivery);
    return delivery;
  }

  const deliveries: Pick<typeof store, 'list' | 'find'> = {
    find: (endpointId, id) => store.find(endpointId, id),
    list(endpointId, filter) {
      filters.push(filter);
      return store.list(endpointId, filter);
    },
  };

  async function readSteps(
    after: string | null = null,
    range = RANGE,
    now = secondsAfterNow(3600),
    ownResend?: (delivery: Delivery) => string,
    endpoint = ENDPOINT,
  ): Promise<RecoveryStep[]> {
    const steps: RecoveryStep[] = [];
    for await (const step of findRecoverable({ deliveries, events }, endpoint, range, after, now, ownResend))
      steps.push(step);
    return steps;
  }

  return { all, put, readSteps, filters, recorded };
}

const idsOf = (steps: readonly RecoveryStep[]) => steps.flatMap(({ found }) => found.map(({ id }) => id));

describe('findRecoverable', () => {
  it('scans 250 deliveries in three steps, and returns each failed one once and in order', async () => {
    const { all, readSteps } = setUp(250);
    const steps = await readSteps();

    expect(steps.map(({ cursor }) => cursor)).toEqual([99, 199, 249].map((index) => all[index]?.id));
    expect(idsOf(steps)).toEqual(all.filter(({ state }) => state === 'failed').map(({ id }) => id));
    expect(idsOf(steps)).toHaveLength(84);
  });

  it('continues after any cursor with exactly the rest', async () => {
    const { readSteps } = setUp(250);
    const whole = await readSteps();

    for (const [index, { cursor }] of whole.entries()) {
      expect(idsOf(await readSteps(cursor))).toEqual(idsOf(whole.slice(index + 1)));
    }
  });

  it('finds the same when it runs twice: the count of a dry run is what is sent', async () => {
    const { readSteps } = setUp(250);

    expect(idsOf(await readSteps())).toEqual(idsOf(await readSteps()));
  });

  it.each([0, 1, 99, 100, 101, 200])('misses none of %i failed ones', async (count) => {
    const { put, readSteps } = setUp(0);
    for (let index = 0; index < count; index += 1) put(index, 'failed');
    const steps = await readSteps();

    expect(idsOf(steps)).toHaveLength(count);
    expect(steps).toHaveLength(Math.ceil(count / 100));
  });

  it('reports a step without results, so that the work is not repeated', async () => {
    const { put, readSteps } = setUp(0);
    for (let index = 0; index < 150; index += 1) put(index, 'succeeded');

    expect((await readSteps()).map(({ found }) => found)).toEqual([[], []]);
  });

  it('respects its time range, including both ends', async () => {
    const { put, readSteps } = setUp(0);
    put(-1, 'failed');
    const [first, last] = [put(0, 'failed'), put(3600, 'failed')];
    put(3601, 'failed');

    expect(idsOf(await readSteps())).toEqual([first.id, last.id]);
  });

  it('respects its states', async () => {
    const { put, readSteps } = setUp(0);
    const [failed, cancelled] = [put(1, 'failed'), put(2, 'cancelled')];
    put(3, 'held');

    expect(idsOf(await readSteps(null, { ...RANGE, states: ['failed', 'cancelled'] }))).toEqual([
      failed.id,
      cancelled.id,
    ]);
    expect(idsOf(await readSteps(null, { ...RANGE, states: ['cancelled'] }))).toEqual([cancelled.id]);
    expect(idsOf(await readSteps())).toEqual([failed.id]);
  });

  it('uses the last resend of a delivery, and skips resends themselves', async () => {
    const { put, readSteps } = setUp(0);
    const resends = (['failed', 'queued'] as const).map((state, index) =>
      put(100 + index, state, { resendOf: 'first' }),
    );
    const [again, onItsWay] = resends.map(({ id }, index) => put(index, 'failed', { lastResendId: id }));

    expect(idsOf(await readSteps())).toEqual([again?.id]);
    expect(onItsWay).toBeDefined();
  });

  it('recovers a delivery whose last resend no longer exists', async () => {
    const { put, readSteps } = setUp(0);
    const failed = put(1, 'failed', { lastResendId: '01980000-0000-8000-8000-0000000000ff' });

    expect(idsOf(await readSteps())).toEqual([failed.id]);
  });

  it('finds what an earlier run of the same step has requested, and not what others have', async () => {
    const { put, readSteps } = setUp(0);
    const [own, other] = [put(100, 'queued', { resendOf: 'x' }), put(101, 'queued', { resendOf: 'x' })];
    const begun = put(1, 'failed', { lastResendId: own.id });
    put(2, 'failed', { lastResendId: other.id });

    expect(idsOf(await readSteps())).toEqual([]);
    expect(idsOf(await readSteps(null, RANGE, secondsAfterNow(3600), () => own.id))).toEqual([begun.id]);
  });

  it('skips deliveries without a payload at the given time', async () => {
    const { readSteps } = setUp(9);

    expect(idsOf(await readSteps(null, RANGE, secondsAfterNow(7 * 86_400 + 1)))).toHaveLength(2);
  });

  it('reads no more than its limit', async () => {
    const { readSteps, filters } = setUp(250);
    await readSteps();

    expect(filters).toHaveLength(3);
    expect(filters.every(({ order, limit }) => order === 'asc' && limit === 100)).toBe(true);
  });
});

describe('findRecoverable, with a filter', () => {
  const endpoint = {
    ...ENDPOINT,
    subscriptions: [
      {
        event: 'salesbot.store.order_paid' as const,
        channel: 'all' as const,
        filter: { 'order.total': { $gte: '100' } },
      },
    ],
  };

  it('finds only deliveries whose event matches now, and none whose event is gone', async () => {
    const { all, readSteps, recorded } = setUp(10);
    const totals = ['100.00', '99.99', undefined, '250'];
    const failed = all.filter(({ state }) => state === 'failed');
    for (const [index, { eventId }] of failed.entries()) {
      const total = totals[index];
      const body = JSON.stringify({ data: { order: { id: 'x', total } } });
      if (total !== undefined) recorded.set(eventId, anEvent({ id: eventId, body }));
    }
    const steps = await readSteps(null, RANGE, secondsAfterNow(3600), undefined, endpoint);

    expect(failed).toHaveLength(4);
    expect(idsOf(steps)).toEqual([failed[0]?.id, failed[3]?.id]);
  });

  it('does not find a delivery whose payload was erased', async () => {
    const { all, readSteps, recorded } = setUp(1);
    for (const { eventId } of all) recorded.set(eventId, anEvent({ id: eventId, body: '' }));
    const steps = await readSteps(null, RANGE, secondsAfterNow(3600), undefined, endpoint);

    expect(idsOf(steps)).toEqual([]);
  });
});
