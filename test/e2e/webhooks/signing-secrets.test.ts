import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

describe('signing secrets', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));

  async function nextDelivery() {
    const before = receiver.requests.length;
    await ingestOrderPaid(api, 'rotation');
    const request = (await receiver.waitFor(before + 1))[before];
    if (!request) throw new Error('No delivery arrived');
    return request;
  }

  it('sign with the old and the new one after a rotation, and only with the new one after an immediate one', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const rotated = expectStatus(await api('POST', `${endpoint.path}/rotate-secret`), 200).body;

    const during = await nextDelivery();
    verifyDelivery(during, endpoint.secret);
    verifyDelivery(during, rotated.secret);
    expect(String(during.headers['x-webhook-signature']).match(/v1=/gu)).toHaveLength(2);
    expect(rotated.data.secret_rotation.in_progress).toBe(true);

    const rejected = await api('POST', `${endpoint.path}/rotate-secret`);
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({
      code: 'rotation_in_progress',
      previous_secret_expires_at: rotated.data.secret_rotation.previous_secret_expires_at,
    });

    const immediate = await api('POST', `${endpoint.path}/rotate-secret`, { body: { immediate: true } });
    const after = await nextDelivery();
    verifyDelivery(after, immediate.body.secret);
    expect(() => verifyDelivery(after, endpoint.secret)).toThrow();
    expect(() => verifyDelivery(after, rotated.secret)).toThrow();
    expect(immediate.body.data.secret_rotation).toEqual({
      in_progress: false,
      previous_secret_expires_at: null,
    });
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('are replaced by one of ten concurrent rotations', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => api('POST', `${endpoint.path}/rotate-secret`)),
    );
    const won = responses.filter((response) => response.status === 200);

    expect(won).toHaveLength(1);
    for (const lost of responses.filter((response) => response.status !== 200)) {
      expect(['rotation_in_progress', 'concurrent_update']).toContain(lost.body.code);
    }
    const delivery = await nextDelivery();
    verifyDelivery(delivery, won[0]?.body.secret);
    verifyDelivery(delivery, endpoint.secret);
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('are replayed for a repeated request, byte for byte, and never for a changed one', async () => {
    const endpoint = await createEnabledEndpoint(api, receiver.url);
    const headers = { 'idempotency-key': 'rotate-once' };
    const path = `${endpoint.path}/rotate-secret`;
    const first = expectStatus(await api('POST', path, { body: {}, headers }), 200);
    const again = expectStatus(await api('POST', path, { body: {}, headers }), 200);

    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const changed = await api('POST', path, { body: { immediate: true }, headers });
    expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_key_reused']);
    expectStatus(await api('DELETE', endpoint.path), 204);
  });

  it('appear in the responses of create and rotate only, not in reads, tables or logs', async () => {
    const headers = { 'idempotency-key': 'kept-sealed' };
    const body = {
      name: 'Sealed',
      url: receiver.url,
      subscriptions: [{ event: 'salesbot.contact.created' }],
    };
    const created = expectStatus(
      await api('POST', '/api/v1/workspace-webhooks', { body, headers }),
      201,
    ).body;
    const path = `/api/v1/workspace-webhooks/${created.data.id}`;
    const rotated = expectStatus(await api('POST', `${path}/rotate-secret`), 200).body;
    const reads = await Promise.all([
      api('GET', path),
      api('GET', '/api/v1/workspace-webhooks'),
      api('PATCH', path, { body: { name: 'Still sealed' } }),
      api('POST', `${path}/enable`),
    ]);
    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).join('\n');
    tables.close();
    const everywhere = [...reads.map((read) => read.text), items, await stack.logs()];

    for (const secret of [created.secret, rotated.secret]) {
      const key = secret.slice('whsec_'.length);
      expect(everywhere.some((text) => text.includes(key))).toBe(false);
    }
    // Proves that the scan really read the endpoint.
    expect(everywhere[4]).toContain(created.data.id);
  });
});
