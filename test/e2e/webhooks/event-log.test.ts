import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const LOG = '/api/v1/events';
const MANY = 250;

/** An event as the log shows it. */
type Listed = { readonly id: string; readonly recorded_at: string; readonly matched_endpoints: number };

describe('the event log', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function ingest(event: string, data: object, channel?: string): Promise<string> {
    const body = { event, data, ...(channel === undefined ? {} : { channel }) };
    return expectStatus(await api('POST', '/api/v1/salesbot/events', { body }), 202).body.data.id;
  }

  const list = async (query = '') => expectStatus(await api('GET', `${LOG}${query}`), 200).body;
  const idsOf = async (query = ''): Promise<string[]> => (await list(query)).data.map(({ id }: Listed) => id);

  /** Every event that the pages of a query show. */
  async function readAll(query: string): Promise<Listed[]> {
    const found: Listed[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`?${query}${cursor}`);
      found.push(...page.data);
      if (!page.has_more) return found;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  const listed = (...ids: readonly string[]) =>
    waitFor('the events are listed', async () => {
      const found = await idsOf('?limit=100');
      return ids.every((id) => found.includes(id));
    });

  it('lists events with and without an endpoint, and test events, and shows each with its deliveries', async () => {
    const { id: endpointId, path } = await createEnabledEndpoint(api, receiver.url);
    const paid = await ingestOrderPaid(api, '1001');
    const contact = { id: randomUUID(), name: 'Ada Lovelace' };
    const unheard = await ingest('salesbot.contact.created', { contact });
    const tested = expectStatus(await api('POST', `${path}/test`, { body: {} }), 202).body.data.event_id;
    await listed(paid, unheard, tested);
    const { data } = await list('?limit=100');
    const shown = (id: string) => data.find((event: Listed) => event.id === id);

    expect(shown(paid)).toMatchObject({
      event: 'salesbot.store.order_paid',
      test: false,
      matched_endpoints: 1,
    });
    expect(shown(unheard)).toMatchObject({ event: 'salesbot.contact.created', matched_endpoints: 0 });
    expect(shown(tested)).toMatchObject({
      event: 'salesbot.store.order_paid',
      test: true,
      matched_endpoints: 1,
    });
    expect(JSON.stringify(data)).not.toContain(contact.id);

    const delivered = await waitFor('the delivery has succeeded', async () => {
      const event = expectStatus(await api('GET', `${LOG}/${paid}`), 200).body.data;
      return event.deliveries[0]?.state === 'succeeded' ? event : undefined;
    });
    expect(delivered).toMatchObject({
      ...shown(paid),
      payload: { id: paid, event: 'salesbot.store.order_paid', data: { order: { number: '1001' } } },
      deliveries: [{ endpoint_id: endpointId, event_id: paid, attempts: [{ number: 1, status_code: 200 }] }],
    });
    const other = expectStatus(await api('GET', `${LOG}/${unheard}`), 200).body.data;
    expect(other).toMatchObject({ payload: { data: { contact } }, deliveries: [] });
  });

  it('filters by name, product, channel, matches, contact and time', async () => {
    const contact = randomUUID();
    const message = { id: randomUUID(), text: 'Hello' };
    const about = await ingest('salesbot.message.received', { contact: { id: contact }, message }, 'sms');
    await listed(about);
    const { data } = await list('?limit=100');
    const { recorded_at: at } = data.find(({ id }: Listed) => id === about);
    const later = new Date(Date.parse(at) + 1).toISOString();

    expect(await idsOf(`?contact_id=${contact}`)).toEqual([about]);
    expect(await idsOf(`?contact_id=${randomUUID()}`)).toEqual([]);
    for (const query of [
      'event=salesbot.message.received',
      'product=salesbot',
      'channel=sms',
      'matched=false',
    ])
      expect(await idsOf(`?limit=100&${query}`)).toContain(about);
    for (const query of [
      'event=salesbot.contact.tagged',
      'product=publishing',
      'channel=tiktok',
      'matched=true',
    ])
      expect(await idsOf(`?limit=100&${query}`)).not.toContain(about);
    expect(await idsOf(`?limit=100&since=${at}&until=${at}`)).toContain(about);
    expect(await idsOf(`?limit=100&since=${later}`)).not.toContain(about);
  });

  it('shows each of many events once on its pages, while new ones arrive', async () => {
    const before = new Date().toISOString();
    const ids: string[] = [];
    for (let made = 0; made < MANY; made += 25)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: 25 }, (_, index) => ingestOrderPaid(api, String(made + index))),
        )),
      );
    await waitFor(
      'all events are listed',
      async () => (await readAll(`limit=100&since=${before}`)).length >= MANY,
    );
    const pages: Listed[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`?limit=20&since=${before}${cursor}`);
      pages.push(...page.data);
      if (!page.has_more) break;
      expect(page.searched_until).toBe(page.data.at(-1).recorded_at);
      cursor = `&cursor=${page.next_cursor}`;
      await ingestOrderPaid(api, 'meanwhile');
    }

    const found = pages.map(({ id }) => id);
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(found)).toEqual(new Set(ids));
  });

  it('hides the events of another workspace', async () => {
    const event = await ingestOrderPaid(api, 'own');
    await listed(event);
    const options = { key: stack.otherApiKey };

    expect((await api('GET', LOG, options)).body.data).toEqual([]);
    expect((await api('GET', `${LOG}/${event}`, options)).body.code).toBe('event_not_found');
  });
});
