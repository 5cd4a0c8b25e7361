import { describe, expect } from 'vitest';
import { aDelivery, anAttempt, aRetry } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { it, anEndpointBody, type MemoryApi } from '#test/support/fakes/platform/memory-api.ts';

async function create(api: MemoryApi, name: string, events = ['salesbot.store.order_paid']): Promise<string> {
  const json = anEndpointBody({ name, subscriptions: events.map((event) => ({ event })) });
  const { body } = await api.call('create-endpoint', { json });
  api.clock.advance(1);
  return String(body.data.id);
}

async function namesOf(api: MemoryApi, query: Record<string, string> = {}, key?: string) {
  const { body } = await api.call('list-endpoints', { query, ...(key === undefined ? {} : { key }) });
  return body.data.map(({ name }: { name: string }) => name);
}

describe('list-endpoints, happy', () => {
  it('is empty at first', async (api) => {
    expect(await api.call('list-endpoints')).toMatchObject({
      status: 200,
      body: { data: [], next_cursor: null, has_more: false },
    });
  });

  it('lists newest first, each as get-endpoint returns it', async (api) => {
    const first = await create(api, 'First');
    await create(api, 'Second');
    const single = await api.call('get-endpoint', { params: { endpoint: first } });
    const { body } = await api.call('list-endpoints');

    expect(await namesOf(api)).toEqual(['Second', 'First']);
    expect(body.data[1]).toEqual(single.body.data);
  });

  it('pages by cursor without gaps or duplicates, also when the list changes in between', async (api) => {
    for (const name of ['1', '2', '3', '4', '5']) await create(api, name);

    const first = await api.call('list-endpoints', { query: { limit: '2' } });
    await create(api, '6');
    const second = await api.call('list-endpoints', {
      query: { limit: '2', cursor: first.body.next_cursor },
    });
    const third = await api.call('list-endpoints', {
      query: { limit: '2', cursor: second.body.next_cursor },
    });
    const pages = [first, second, third].map(({ body }) =>
      body.data.map(({ name }: { name: string }) => name),
    );

    expect(pages).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect(third.body).toMatchObject({ next_cursor: null, has_more: false });
  });

  it('filters by state', async (api) => {
    const enabled = await create(api, 'Enabled');
    await api.call('update-endpoint', { params: { endpoint: enabled }, json: { enabled: true } });
    const suspended = await create(api, 'Suspended');
    const stored = api.core.endpoints.get(suspended) ?? anEndpoint();
    api.core.endpoints.set(suspended, { ...stored, enabled: true, suspendedReason: 'x' });
    await create(api, 'Paused');

    expect(await namesOf(api, { state: 'enabled' })).toEqual(['Enabled']);
    expect(await namesOf(api, { state: 'suspended' })).toEqual(['Suspended']);
    expect(await namesOf(api, { state: 'paused' })).toEqual(['Paused']);
  });

  it('filters by failing, and pages the matches', async (api) => {
    const ids = [await create(api, 'A'), await create(api, 'B'), await create(api, 'C')];
    for (const endpointId of [ids[0], ids[2]].flatMap((id) => id ?? [])) {
      await api.deliveries.recordAttempt(aDelivery({ endpointId }), anAttempt(), aRetry());
    }
    const query = { failing: 'true', limit: '1' };
    const first = await api.call('list-endpoints', { query });

    expect(await namesOf(api, { failing: 'true' })).toEqual(['C', 'A']);
    expect(await namesOf(api, { failing: 'false' })).toEqual(['B']);
    expect(first.body).toMatchObject({ has_more: true, data: [{ name: 'C' }] });
    expect(await namesOf(api, { ...query, cursor: first.body.next_cursor })).toEqual(['A']);
  });
});

describe('list-endpoints, error', () => {
  it.each([
    [{ state: 'broken' }, 'state', 'invalid_format'],
    [{ failing: 'no' }, 'failing', 'invalid_format'],
    [{ limit: '0' }, 'limit', 'out_of_range'],
    [{ limit: '101' }, 'limit', 'out_of_range'],
    [{ limit: 'all' }, 'limit', 'invalid_type'],
    [{ page: '2' }, 'page', 'unknown_parameter'],
  ])('rejects %j at the parameter %s as %s', async (query, parameter, code, api) => {
    expect(await api.call('list-endpoints', { query })).toMatchObject({
      status: 422,
      body: { code, errors: [{ parameter, code }] },
    });
  });

  it('rejects a cursor of other filters, of another workspace and a forged one', async (api) => {
    await create(api, 'A');
    await create(api, 'B');
    const other = await api.createOtherWorkspace();
    const { body } = await api.call('list-endpoints', { query: { limit: '1' } });
    const cursor = String(body.next_cursor);

    for (const request of [
      { query: { cursor, state: 'paused' } },
      { query: { cursor }, key: other.key },
      { query: { cursor: `${cursor}x` } },
      { query: { cursor: '' } },
    ]) {
      expect(await api.call('list-endpoints', request)).toMatchObject({
        status: 400,
        body: { code: 'cursor_invalid' },
      });
    }
  });
});

describe('list-endpoints, security', () => {
  it('omits endpoints with a product the key cannot subscribe to', async (api) => {
    await create(api, 'Salesbot');
    await create(api, 'Publishing', ['publishing.post.published']);
    await create(api, 'Both', ['publishing.post.published', 'salesbot.message.sent']);

    expect(await namesOf(api)).toEqual(['Both', 'Publishing', 'Salesbot']);
    expect(await namesOf(api, {}, api.grant(['salesbot:webhooks:subscribe']))).toEqual(['Salesbot']);
    expect(await namesOf(api, {}, api.grant(['publishing:webhooks:subscribe']))).toEqual(['Publishing']);
  });

  it('does not reveal by has_more that there are endpoints the key cannot see', async (api) => {
    await create(api, 'Publishing', ['publishing.post.published']);
    await create(api, 'Salesbot');
    const key = api.grant(['salesbot:webhooks:subscribe']);

    expect((await api.call('list-endpoints', { query: { limit: '1' }, key })).body).toMatchObject({
      has_more: false,
    });
  });

  it('shows nothing from another workspace, and no secret', async (api) => {
    await create(api, 'Mine');
    const other = await api.createOtherWorkspace();

    expect(await namesOf(api, {}, other.key)).toEqual([]);
    expect((await api.call('list-endpoints')).text).not.toMatch(/whsec_|sealed/u);
  });
});
