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

const FEED = '/api/v1/workspace-webhooks/feed';

type FeedEvent = {
  readonly id: string;
  readonly event: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

describe('the feed of events', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  const read = async (query: string) => expectStatus(await api('GET', `${FEED}?${query}`), 200).body;

  it('has what a receiver gets, byte for byte and without signatures', async () => {
    await createEnabledEndpoint(api, receiver.url);
    let { next_cursor: cursor } = await read('cursor=latest');
    const id = await ingestOrderPaid(api, '2001');
    const [request] = await receiver.waitFor(1);
    const found = await waitFor('the event is in the feed', async () => {
      const page = await read(`cursor=${cursor}`);
      cursor = page.next_cursor;
      return page.data.find((event: FeedEvent) => event.id === id) as FeedEvent | undefined;
    });

    expect(found.body).toBe(request?.body.toString());
    const { 'x-webhook-delivery': own, ...headers } = found.headers;
    expect(request?.headers).toMatchObject(headers);
    expect(own).not.toBe(request?.headers['x-webhook-delivery']);
    expect(Object.keys(found.headers).filter((name) => name.includes('signature'))).toEqual([]);
  });

  it('waits for the next event with five requests of a key at a time, and answers a sixth one at once', async () => {
    const { next_cursor: cursor } = await read('cursor=latest');
    const started = Date.now();
    const waiting = Array.from({ length: 6 }, () => api('GET', `${FEED}?cursor=${cursor}&wait=8`));
    const answered = await Promise.race(waiting);
    expect([answered.status, answered.body]).toEqual([
      200,
      { data: [], next_cursor: cursor, has_more: false },
    ]);
    expect((await read(`cursor=${cursor}`)).data).toEqual([]);
    const id = await ingestOrderPaid(api, '2002');
    const found = (await Promise.all(waiting)).filter(({ body }) => body.data.length > 0);
    expect(found).toHaveLength(5);
    for (const { body } of found) expect(body.data.map((event: FeedEvent) => event.id)).toEqual([id]);
    expect(Date.now() - started).toBeLessThan(8000);
  });

  it('is read page by page from the oldest event, and says what is wrong with a request', async () => {
    const contact = { id: randomUUID(), name: 'Ada' };
    for (let count = 0; count < 5; count += 1)
      expectStatus(
        await api('POST', '/api/v1/salesbot/events', {
          body: { event: 'salesbot.contact.created', data: { contact } },
        }),
        202,
      );
    const ids = await waitFor('all events are in the feed', async () => {
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const page = await read(`limit=2&event=salesbot.contact.created${cursor}`);
        found.push(...page.data.map((event: FeedEvent) => event.id));
        cursor = `&cursor=${page.next_cursor}`;
        if (!page.has_more) return found.length >= 5 ? found : undefined;
      }
    });

    expect(new Set(ids).size).toBe(ids.length);
    const codeOf = async (query: string) => (await api('GET', `${FEED}?${query}`)).body.code;
    expect(await codeOf('cursor=invented')).toBe('cursor_invalid');
    expect(await codeOf('limit=0')).toBe('out_of_range');
  });
});
