import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const PATH = '/api/v1/workspace-webhooks';

function body(name: string) {
  return {
    name,
    url: 'https://hooks.example.com/in',
    subscriptions: [{ event: 'salesbot.contact.created' }],
  };
}

describe('creating endpoints at the same time', () => {
  const stack = forAllTests(shareStack);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  it('makes one endpoint of ten requests with one Idempotency-Key, and tells all ten its secret', async () => {
    const headers = { 'idempotency-key': 'ten-at-once' };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => api('POST', PATH, { body: body('Once'), headers })),
    );

    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect((await api('GET', PATH)).body.data).toHaveLength(1);
    expectStatus(await api('DELETE', `${PATH}/${responses[0]?.body.data.id}`), 204);
  });

  it('stops at exactly 25 of 40, and accepts one more after a delete', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => api('POST', PATH, { body: body(`Endpoint ${index}`) })),
    );
    const created = responses.filter((response) => response.status === 201);
    const rejected = responses.filter((response) => response.status === 409);

    expect(created).toHaveLength(25);
    expect(rejected).toHaveLength(15);
    expect(new Set(rejected.map((response) => response.body.code))).toEqual(
      new Set(['endpoint_limit_reached']),
    );
    expect(rejected[0]?.body.limit).toBe(25);

    const gone = `${PATH}/${created[0]?.body.data.id}`;
    expectStatus(await api('DELETE', gone), 204);
    expect((await api('DELETE', gone)).body.code).toBe('endpoint_not_found');
    expectStatus(await api('POST', PATH, { body: body('One more') }), 201);
    expect((await api('POST', PATH, { body: body('One too many') })).body.code).toBe(
      'endpoint_limit_reached',
    );
  });

  it('pages through all of them, each exactly once', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await api('GET', `${PATH}?limit=10${cursor}`);
      seen.push(...page.body.data.map((endpoint: { id: string }) => endpoint.id));
      if (page.body.next_cursor === null) break;
      cursor = `&cursor=${page.body.next_cursor}`;
    }

    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });
});
