import { describe, expect } from 'vitest';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpointBody, type ApiRequest } from '#test/support/fakes/platform/memory-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const it = itWith(setUp);

const PUBLISHING = { subscriptions: [{ event: 'publishing.post.published' }] };

/** An API with three endpoints: two for salesbot events, one for publishing events. */
async function setUp() {
  const { api, endpoint: first } = await startEndpointApi();
  const second = await another();
  const publishing = await another(PUBLISHING);

  async function another(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const created = await api.call('create-endpoint', { json: anEndpointBody(body) });
    await api.call('enable-endpoint', { params: { endpoint: created.body.data.id } });
    return String(created.body.data.id);
  }

  async function deliver(endpointId: string, seconds: number, overrides: Partial<Delivery> = {}) {
    const createdAt = secondsAfterNow(seconds);
    const delivery = aDelivery({
      endpointId,
      createdAt,
      state: 'succeeded',
      settingsVersion: 2,
      ...overrides,
    });
    await api.deliveries.settle(delivery, delivery);
    return delivery.id;
  }

  const list = (query: Record<string, string> = {}, request: ApiRequest = {}) =>
    api.call('list-workspace-deliveries', { query, ...request });
  const idsIn = ({ body }: Awaited<ReturnType<typeof list>>): string[] =>
    body.data.map(({ id }: { id: string }) => id);

  /** The ids of every page, following the cursors to the end. */
  async function pages(query: Record<string, string>, request: ApiRequest = {}): Promise<string[][]> {
    const found: string[][] = [];
    for (let cursor: Record<string, string> | undefined = {}; cursor;) {
      const response = await list({ ...query, ...cursor }, request);
      found.push(idsIn(response));
      cursor = response.body.has_more ? { cursor: String(response.body.next_cursor) } : undefined;
    }
    return found;
  }

  return { api, first, second, publishing, deliver, list, idsIn, pages };
}

describe('list-workspace-deliveries, happy', () => {
  it('lists deliveries of all endpoints newest first, each as the list of its endpoint shows it', async () => {
    const { api, first, second, publishing, deliver, list } = await setUp();
    const ids = [
      await deliver(first, 1),
      await deliver(second, 2),
      await deliver(publishing, 3),
      await deliver(first, 4),
    ];
    const { status, body } = await list();
    const own = await api.call('list-deliveries', { params: { endpoint: second } });

    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(body.data[2]).toEqual(own.body.data[0]);
    expect(body).toMatchObject({ next_cursor: null, has_more: false });
  });

  it('is empty without deliveries, and without endpoints', async ({ api, list }) => {
    const other = await api.createOtherWorkspace();
    const nothing = { data: [], next_cursor: null, has_more: false };

    expect((await list()).body).toEqual(nothing);
    expect((await list({}, { key: other.key })).body).toEqual(nothing);
  });

  it.each(['asc', 'desc'])('pages in order %s without gaps or duplicates', async (order) => {
    const { first, second, publishing, deliver, pages } = await setUp();
    const ids: string[] = [];
    for (let index = 0; index < 23; index += 1) {
      ids.push(await deliver([first, second, publishing, first][index % 4] ?? first, index));
    }
    const found = await pages({ order, limit: '5' });

    expect(found.map(({ length }) => length)).toEqual([5, 5, 5, 5, 3]);
    expect(found.flat()).toEqual(order === 'asc' ? ids : ids.toReversed());
  });

  it('returns 25 by default', async ({ first, second, deliver, list }) => {
    for (let index = 0; index < 30; index += 1) await deliver(index % 2 ? first : second, index);

    expect((await list()).body).toMatchObject({ data: { length: 25 }, has_more: true });
  });

  it('filters by state, event and time as the list of an endpoint does', async () => {
    const { first, second, deliver, list, idsIn } = await setUp();
    const failed = await deliver(first, 1, { state: 'failed' });
    const sent = await deliver(second, 2, { event: 'salesbot.message.sent' });
    const late = await deliver(second, 3, { state: 'failed' });

    expect(idsIn(await list({ state: 'failed' }))).toEqual([late, failed]);
    expect(idsIn(await list({ event: 'salesbot.message.sent' }))).toEqual([sent]);
    expect(idsIn(await list({ since: secondsAfterNow(2).toISOString() }))).toEqual([late, sent]);
    expect(idsIn(await list({ state: 'failed', until: secondsAfterNow(2).toISOString() }))).toEqual([failed]);
  });

  it('derives each state from the settings of its own endpoint', async () => {
    const { api, first, second, deliver, list, idsIn } = await setUp();
    const outdated = await deliver(first, 1, { state: 'retrying' });
    const waiting = await deliver(second, 2, { state: 'retrying' });
    await api.call('pause-endpoint', { params: { endpoint: first } });

    expect(idsIn(await list({ state: 'retrying' }))).toEqual([waiting]);
    expect((await list({ state: 'cancelled' })).body.data).toMatchObject([
      { id: outdated, reason: 'endpoint_paused' },
    ]);
  });

  it('finds the few matches of a filter beyond one read', async ({ first, second, deliver, pages }) => {
    const rare = [await deliver(first, 0, { state: 'failed' })];
    for (let index = 1; index <= 2100; index += 1) await deliver(second, index);
    rare.unshift(await deliver(second, 2101, { state: 'failed' }));
    const found = await pages({ state: 'failed' });

    expect(found.flat()).toEqual(rare);
    expect(found.length).toBeGreaterThan(1);
  });

  it('continues after an endpoint of the previous page was deleted', async () => {
    const { api, first, second, deliver, list, idsIn } = await setUp();
    const ids = [await deliver(first, 1), await deliver(second, 2), await deliver(first, 3)];
    const { body } = await list({ limit: '1', order: 'asc' });
    await api.call('delete-endpoint', { params: { endpoint: first } });

    expect(idsIn(await list({ limit: '5', order: 'asc', cursor: String(body.next_cursor) }))).toEqual([
      ids[1],
    ]);
  });
});

describe('list-workspace-deliveries, error', () => {
  it.each([
    [{ state: 'sending' }, 'state', 'invalid_format'],
    [{ order: 'newest' }, 'order', 'invalid_format'],
    [{ since: 'today' }, 'since', 'invalid_format'],
    [{ until: '2026-02-30T00:00:00Z' }, 'until', 'invalid_format'],
    [{ event: 'salesbot.nothing' }, 'event', 'event_unknown'],
    [{ since: '2026-06-02T00:00:00Z', until: '2026-06-01T00:00:00Z' }, 'until', 'out_of_range'],
    [{ limit: '0' }, 'limit', 'out_of_range'],
    [{ limit: '101' }, 'limit', 'out_of_range'],
    [{ endpoint: 'x' }, 'endpoint', 'unknown_parameter'],
  ])('rejects %j at the parameter %s as %s', async (query, parameter, code, { list }) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { code, errors: [{ parameter, code }] } });
  });

  it('rejects a cursor that was issued for another order, filter, workspace or list', async () => {
    const { api, first, deliver, list } = await setUp();
    await deliver(first, 1);
    await deliver(first, 2);
    const cursor = String((await list({ limit: '1' })).body.next_cursor);
    const own = await api.call('list-deliveries', { params: { endpoint: first }, query: { limit: '1' } });
    const { key } = await api.createOtherWorkspace();
    const responses = await Promise.all([
      list({ cursor, order: 'asc' }),
      list({ cursor, state: 'failed' }),
      list({ cursor }, { key }),
      list({ cursor: String(own.body.next_cursor) }),
      list({ cursor: 'nonsense' }),
    ]);

    expect(new Set(responses.map(codeOf))).toEqual(new Set(['400 cursor_invalid']));
    expect((await list({ cursor })).status).toBe(200);
  });
});

describe('list-workspace-deliveries, security', () => {
  it('omits endpoints with a product the key cannot subscribe to, also from paging', async () => {
    const { api, first, publishing, deliver, pages } = await setUp();
    const both = await api.call('create-endpoint', {
      json: anEndpointBody({
        subscriptions: [{ event: 'salesbot.message.sent' }, ...PUBLISHING.subscriptions],
      }),
    });
    const [sales, posts] = [await deliver(first, 1), await deliver(publishing, 2, { product: 'publishing' })];
    const mixed = await deliver(both.body.data.id, 3);
    const seenBy = async (key: string) => (await pages({ limit: '1' }, { key })).flat();

    expect(await seenBy(api.grant(['salesbot:webhooks:subscribe']))).toEqual([sales]);
    expect(await seenBy(api.grant(['publishing:webhooks:subscribe']))).toEqual([posts]);
    expect(await seenBy(api.defaultKey)).toEqual([mixed, posts, sales]);
  });

  it('omits deliveries of an earlier product of the endpoint that the key may not see', async () => {
    const { api, first, deliver, list, idsIn } = await setUp();
    const sales = await deliver(first, 1);
    await deliver(first, 2, { event: 'publishing.post.published', product: 'publishing' });
    const key = api.grant(['salesbot:webhooks:subscribe']);

    expect(idsIn(await list({}, { key }))).toEqual([sales]);
    expect(idsIn(await list())).toHaveLength(2);
  });

  it('shows nothing from another workspace', async ({ api, first, deliver, list }) => {
    await deliver(first, 1);
    const { key } = await api.createOtherWorkspace();

    expect((await list({}, { key })).body.data).toEqual([]);
  });

  it('shows neither payloads nor response bodies', async ({ deliver, first, list }) => {
    await deliver(first, 1, {
      attempts: [
        {
          number: 1,
          startedAt: secondsAfterNow(1),
          statusCode: 500,
          durationMs: 1,
          outcome: 'http_error',
          error: null,
          responseText: 'private words',
        },
      ],
    });

    expect((await list()).text).not.toContain('private words');
    expect((await list()).body.data[0]).not.toHaveProperty('payload');
  });
});
