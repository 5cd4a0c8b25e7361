// Slow: it reads long lists while deliveries arrive, eight seconds; test/contract/webhooks has the order of the lists.
import { beforeAll, describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const COUNT = 300;
const ALL = '/api/v1/workspace-webhooks/deliveries';

describe('lists of deliveries', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let path: string;

  beforeAll(async () => {
    ({ path } = await createEnabledEndpoint(api, receiver.url));
    for (let made = 0; made < COUNT; made += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => ingestOrderPaid(api, String(made + index))));
    }
    await receiver.waitFor(COUNT, 60_000);
  });

  async function readAll(list: string, between: () => Promise<unknown>): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor = ''; ;) {
      const page = expectStatus(await api('GET', `${list}?limit=25${cursor}`), 200).body;
      ids.push(...page.data.map((row: { id: string }) => row.id));
      if (!page.has_more) return ids;
      cursor = `&cursor=${page.next_cursor}`;
      await between();
    }
  }

  it.each([
    ['of an endpoint', () => `${path}/deliveries`],
    ['of the workspace', () => ALL],
  ])('%s return each delivery exactly once, while new ones arrive', async (_, list) => {
    const before = receiver.deliveries();
    const ids = await readAll(list(), () => ingestOrderPaid(api, 'meanwhile'));

    expect(new Set(ids).size).toBe(ids.length);
    expect([...before.keys()].filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('reject a cursor that was changed, or is of another list or of other filters', async () => {
    const own = (await api('GET', `${path}/deliveries?limit=5`)).body.next_cursor;
    const changed = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`;
    const responses = await Promise.all([
      api('GET', `${path}/deliveries?cursor=${changed}`),
      api('GET', `${path}/deliveries?cursor=${own}&state=failed`),
      api('GET', `${ALL}?cursor=${own}`),
    ]);

    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'cursor_invalid'],
      [400, 'cursor_invalid'],
      [400, 'cursor_invalid'],
    ]);
  });

  it('start and end at the given times', async () => {
    const all = (await api('GET', `${path}/deliveries?limit=100`)).body.data;
    const middle = all[50].created_at;
    const since = (await api('GET', `${path}/deliveries?limit=100&since=${middle}`)).body.data;
    const oldest = (await api('GET', `${path}/deliveries?limit=1&order=asc`)).body.data;

    expect(since.every((row: { created_at: string }) => row.created_at >= middle)).toBe(true);
    expect(since.length).toBeGreaterThanOrEqual(51);
    expect(oldest[0].created_at <= all.at(-1).created_at).toBe(true);
  });

  it('hide a third-party workspace behind the responses for unknown ids', async () => {
    const none = '/api/v1/workspace-webhooks/00000000-0000-4000-8000-000000000000';
    const [foreign, missing] = await Promise.all([
      api('GET', path, { key: stack.otherApiKey }),
      api('GET', none, { key: stack.otherApiKey }),
    ]);
    const strip = ({ instance: _instance, request_id: _id, ...rest }: Record<string, unknown>) => rest;

    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(strip(foreign.body)).toEqual(strip(missing.body));
    expect((await api('GET', ALL, { key: stack.otherApiKey })).body.data).toEqual([]);
  });
});
