import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const KEYS = '/api/v1/api-keys';

describe('an admin', () => {
  const stack = forAllTests(shareStack);
  const admin = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  /** Another admin with a key for webhooks. */
  async function anAdmin() {
    const body = { name: 'Grace', email: `${randomUUID()}@example.com`, role: 'admin' };
    const member = expectStatus(await admin('POST', '/api/v1/members', { body }), 201).body.data.id;
    const permissions = ['salesbot:webhooks:subscribe'];
    const key = { name: 'Hooks', permissions, member_id: member };
    const created = expectStatus(await admin('POST', KEYS, { body: key }), 201).body;
    return {
      path: `/api/v1/members/${member}`,
      key: created.data.id,
      api: apiClient(stack.baseUrl, created.secret),
    };
  }

  it('who becomes an editor leaves suspended endpoints behind', async () => {
    const other = await anAdmin();
    const endpoint = await createEnabledEndpoint(other.api, `${stack.receiverUrl}/hooks/admins`);
    expectStatus(await admin('PATCH', other.path, { body: { role: 'editor' } }), 200);

    expect(expectStatus(await admin('GET', endpoint.path), 200).body.data).toMatchObject({
      suspended_reason: 'responsible_admin_inactive',
    });
  });

  it('leaves no name in the recorded response to the request that added a removed member', async () => {
    const body = { name: 'Gone', email: `${randomUUID()}@example.com`, role: 'viewer' };
    const request = { body, headers: { 'idempotency-key': randomUUID() } };
    const { data } = expectStatus(await admin('POST', '/api/v1/members', request), 201).body;
    expectStatus(await admin('DELETE', `/api/v1/members/${data.id}`), 204);

    const again = expectStatus(await admin('POST', '/api/v1/members', request), 201);
    expect(again.body).toEqual({ data: { ...data, name: 'Former member', email: '' } });
  });

  it('revokes the key of another member', async () => {
    const other = await anAdmin();
    expectStatus(await admin('DELETE', `${KEYS}/${other.key}`), 204);

    const answers = await Promise.all(
      [1, 2].map(() => other.api('POST', '/api/v1/workspace-webhooks', { body: {} })),
    );
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '401 api_key_invalid',
      '401 api_key_invalid',
    ]);
    expectStatus(await admin('GET', `${KEYS}/${other.key}`), 404);
  });
});
