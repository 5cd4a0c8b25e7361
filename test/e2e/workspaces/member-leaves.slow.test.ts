// Slow: it queues 200 deliveries whose retries come after 10 real seconds; test/integration/member-leaves has the logic.
import { describe, expect, it } from 'vitest';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const QUEUED = 200;

type Shown = { readonly id: string; readonly state: string; readonly reason: string | null };

describe('an admin who leaves', () => {
  const stack = forAllTests(startStack, 'discard');
  const receiver = forAllTests(startReceiver, 'close');
  const admin = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  /** Adds an admin; returns their id and their API client. */
  async function addMemberWithKey(email: string): Promise<{ id: string; api: ApiClient }> {
    const member = { name: 'Grace', email, role: 'admin' };
    const { id } = expectStatus(await admin('POST', '/api/v1/members', { body: member }), 201).body.data;
    const permissions = ['salesbot:webhooks:subscribe', 'workspace:settings:read'];
    const body = { name: 'Grace’s key', permissions, member_id: id };
    const key = expectStatus(await admin('POST', '/api/v1/api-keys', { body }), 201).body.secret;
    return { id, api: apiClient(stack.baseUrl, key) };
  }

  /** Every delivery of an endpoint, as in the responses. */
  async function deliveriesOf(path: string): Promise<Shown[]> {
    const all: Shown[] = [];
    for (let cursor = ''; ;) {
      const { body } = expectStatus(await admin('GET', `${path}/deliveries?limit=100${cursor}`), 200);
      all.push(...body.data);
      if (!body.has_more) return all;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  it('during 200 queued deliveries: the rest is held, and resumes after a take-over', async () => {
    const grace = await addMemberWithKey('grace@example.org');
    const { path, id } = await createEnabledEndpoint(grace.api, receiver.url);
    // Each request fails at first, so that deliveries are queued at the time of the removal.
    receiver.behave(() => 503);
    const numbers = Array.from({ length: QUEUED }, (_, index) => `before-${index}`);
    for (let from = 0; from < QUEUED; from += 20) {
      await Promise.all(numbers.slice(from, from + 20).map((number) => ingestOrderPaid(admin, number)));
    }
    await receiver.waitFor(QUEUED / 4);
    expectStatus(await admin('DELETE', `/api/v1/members/${grace.id}`), 204);
    const answered = Date.now();

    const list = expectStatus(await admin('GET', '/api/v1/workspace-webhooks?state=suspended'), 200);
    expect(list.body.data).toMatchObject([
      { id, state: 'suspended', suspended_reason: 'responsible_admin_inactive' },
    ]);
    await ingestOrderPaid(admin, 'during');
    const held = await waitFor(
      'everything is held',
      async () => {
        const shown = await deliveriesOf(path);
        return shown.length === QUEUED + 1 && shown.every(({ state }) => state === 'held') && shown;
      },
      60_000,
    );
    // Requests in flight may still arrive; the second attempts would run at least 8 seconds after the first ones.
    expect(receiver.requests.filter(({ at }) => at > answered + 3000)).toEqual([]);
    // Not before: a request in flight would succeed, and its delivery would not be held.
    receiver.behave(() => 200);

    const other = apiClient(stack.baseUrl, stack.secondAdminApiKey);
    expect((await admin('POST', `${path}/test`)).body.code).toBe('endpoint_suspended');
    const taken = expectStatus(await other('PATCH', path, { body: { take_over: true } }), 200);
    expect(taken.body.data).toMatchObject({ state: 'enabled', responsible_member: { name: 'Grace Admin' } });
    expect(await deliveriesOf(path)).toEqual(
      held.map(({ id: delivery }) =>
        expect.objectContaining({ id: delivery, state: 'cancelled', reason: 'endpoint_edited' }),
      ),
    );

    const seen = receiver.requests.length;
    const after = await ingestOrderPaid(admin, 'after');
    const [request] = (await receiver.waitFor(seen + 1)).slice(seen);
    expect(JSON.parse(String(request?.body)).id).toBe(after);
    const resent = expectStatus(await other('POST', `${path}/deliveries/${held[0]?.id}/resend`), 202);
    expect(resent.body.data.resend_of).toBe(held[0]?.id);
    const recovery = { since: new Date(0).toISOString() };
    expect(
      expectStatus(await other('POST', `${path}/recover`, { body: recovery }), 202).body.data.matched,
    ).toBeGreaterThanOrEqual(QUEUED);
    await receiver.waitFor(seen + 2 + QUEUED, 60_000);
  });

  it('has keys that stop working within 30 seconds, and at once where they are not cached', async () => {
    const grace = await addMemberWithKey('grace@example.net');
    expectStatus(await admin('DELETE', `/api/v1/members/${grace.id}`), 204);
    const rejected = await grace.api('GET', '/api/v1/workspace');

    expect([rejected.status, rejected.body.code]).toEqual([401, 'api_key_invalid']);
  });

  it('cannot be the last one', async () => {
    const other = apiClient(stack.baseUrl, stack.otherApiKey);
    const { member } = expectStatus(await other('GET', '/api/v1/me'), 200).body.data;
    const rejected = await Promise.all([
      other('DELETE', `/api/v1/members/${member.id}`),
      other('PATCH', `/api/v1/members/${member.id}`, { body: { role: 'editor' } }),
    ]);

    expect(rejected.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'last_admin'],
      [409, 'last_admin'],
    ]);
  });
});
