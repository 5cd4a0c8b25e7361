import { describe, expect } from 'vitest';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryFilter } from '#shared/webhooks/ports/delivery-store.ts';
import { collectDeliveries, type DeliveryQuery } from '#shared/webhooks/use-cases/collect-deliveries.ts';
import { aPrincipal, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import {
  createMemoryDeliveryStore,
  keyOf,
  type MemoryDeliveries,
} from '#test/support/fakes/webhooks/memory-delivery-store.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(setUp);

/** The page size of a read, and the maximum of reads. */
const READ_AT_ONCE = 200;
const MOST = 2000;

const ENDPOINT = anEndpoint({ enabled: true, settingsVersion: 2 });

const PRINCIPAL = aPrincipal({
  workspaceId: ENDPOINT.workspaceId,
  permissions: new Set(['salesbot:webhooks:subscribe']),
});

function setUp() {
  const stored: MemoryDeliveries = new Map();
  const store = createMemoryDeliveryStore(stored);
  const reads: DeliveryFilter[] = [];
  const deliveries: Pick<typeof store, 'list'> = {
    list(endpointId, filter) {
      reads.push(filter);
      return store.list(endpointId, filter);
    },
  };

  function put(seconds: number, overrides: Partial<Delivery> = {}): string {
    const delivery = aDelivery({
      endpointId: ENDPOINT.id,
      createdAt: secondsAfterNow(seconds),
      state: 'succeeded',
      settingsVersion: 2,
      ...overrides,
    });
    stored.set(keyOf(delivery), delivery);
    return delivery.id;
  }

  async function collect(query: Partial<DeliveryQuery> = {}, limit = 25, after?: string) {
    const { found, readTo } = await collectDeliveries(
      { deliveries, endpoint: ENDPOINT, principal: PRINCIPAL },
      { order: 'asc', ...query },
      limit,
      after,
    );
    return { ids: found.map(({ id }) => id), readTo };
  }

  /** The ids of every page, following `readTo` to the end. */
  async function collectAll(query: Partial<DeliveryQuery>, limit: number): Promise<string[][]> {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await collect(query, limit, after);
      pages.push(page.ids);
      after = page.readTo;
    } while (after !== undefined);
    return pages;
  }

  return { put, collect, collectAll, reads };
}

describe('collectDeliveries, matches', () => {
  it('are all deliveries without a filter, in the requested order', async ({ put, collect }) => {
    const ids = [put(1), put(2), put(3)];

    expect(await collect()).toEqual({ ids, readTo: undefined });
    expect(await collect({ order: 'desc' })).toEqual({ ids: ids.toReversed(), readTo: undefined });
  });

  it('exclude products the caller may not subscribe to', async ({ put, collect }) => {
    const ids = [put(1), put(3)];
    put(2, { event: 'publishing.post.published', product: 'publishing' });

    expect(await collect()).toEqual({ ids, readTo: undefined });
    expect((await collect({}, 1, ids[0])).ids).toEqual([ids[1]]);
  });

  it('are limited to one event', async ({ put, collect }) => {
    put(1);
    const sent = put(2, { event: 'salesbot.message.sent' });

    expect((await collect({ event: 'salesbot.message.sent' })).ids).toEqual([sent]);
  });

  it('are limited to one displayed state: pending ones of outdated settings are cancelled', async () => {
    const { put, collect } = setUp();
    const outdated = put(1, { state: 'retrying', settingsVersion: 1 });
    const retrying = put(2, { state: 'retrying' });
    const cancelled = put(3, { state: 'cancelled' });

    expect((await collect({ state: 'cancelled' })).ids).toEqual([outdated, cancelled]);
    expect((await collect({ state: 'retrying' })).ids).toEqual([retrying]);
  });

  it('are limited to a time range, including both ends', async ({ put, collect }) => {
    const ids = [1, 2, 3, 4].map((seconds) => put(seconds));

    expect((await collect({ since: secondsAfterNow(2), until: secondsAfterNow(3) })).ids).toEqual(
      ids.slice(1, 3),
    );
  });

  it('are limited by all filters at once', async ({ put, collect }) => {
    put(1, { event: 'salesbot.message.sent', state: 'failed' });
    const both = put(3, { event: 'salesbot.message.sent', state: 'failed' });
    put(4, { state: 'failed' });
    put(5, { event: 'salesbot.message.sent' });

    const query = { event: 'salesbot.message.sent', state: 'failed', since: secondsAfterNow(2) } as const;
    expect((await collect(query)).ids).toEqual([both]);
  });
});

describe('collectDeliveries, pagination', () => {
  it('has no next cursor when the last row of the list fills the page', async ({ put, collect }) => {
    const ids = [put(1), put(2)];

    expect(await collect({}, 2)).toEqual({ ids, readTo: undefined });
    expect(await collect({}, 1)).toEqual({ ids: ids.slice(0, 1), readTo: ids[0] });
  });

  it.each(['asc', 'desc'] as const)('pages in order %s without gaps or duplicates', async (order) => {
    const { put, collectAll } = setUp();
    const ids = Array.from({ length: 450 }, (_, index) => put(index));
    const pages = await collectAll({ order }, 7);

    expect(pages.flat()).toEqual(order === 'asc' ? ids : ids.toReversed());
  });

  it('finds the one match after many mismatches', async ({ put, collect }) => {
    for (let index = 0; index < 450; index += 1) put(index);
    const rare = put(450, { state: 'failed' });

    expect(await collect({ state: 'failed' })).toEqual({ ids: [rare], readTo: undefined });
  });

  it('reads no more than a page requires', async ({ put, collect, reads }) => {
    for (let index = 0; index < 450; index += 1) put(index);
    await collect({}, 25);

    expect(reads).toHaveLength(1);
  });

  it('returns a short page after reading enough, and continues exactly there', async () => {
    const { put, collect, reads } = setUp();
    const ids = Array.from({ length: MOST + 1 }, (_, index) => put(index));
    const rare = put(MOST + 1, { state: 'failed' });
    const first = await collect({ state: 'failed' });

    expect(first).toEqual({ ids: [], readTo: ids[MOST - 1] });
    expect(reads).toHaveLength(MOST / READ_AT_ONCE);
    expect(await collect({ state: 'failed' }, 25, first.readTo)).toEqual({ ids: [rare], readTo: undefined });
  });

  it('keeps its matches in a short page', async ({ put, collectAll }) => {
    const early = put(0, { state: 'failed' });
    for (let index = 1; index <= MOST; index += 1) put(index);
    const late = put(MOST + 1, { state: 'failed' });

    expect(await collectAll({ state: 'failed' }, 25)).toEqual([[early], [late]]);
  });

  it.each([READ_AT_ONCE - 1, READ_AT_ONCE, READ_AT_ONCE + 1, 2 * READ_AT_ONCE])(
    'shows each of %i rows once, whatever the page size',
    async (count, { put, collectAll }) => {
      const ids = Array.from({ length: count }, (_, index) => put(index));

      for (const limit of [99, 100]) expect((await collectAll({}, limit)).flat()).toEqual(ids);
    },
  );
});
