import { beforeAll, describe, expect, it } from 'vitest';
import { addKey } from '#scripts/lib/stack/add-key.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

const PATH = '/api/v1/workspace-webhooks';

describe('a key that may subscribe to one product', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const admin = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let publishing: ApiClient;

  beforeAll(async () => {
    const key = await addKey(stack, ['publishing:webhooks:subscribe']);
    publishing = apiClient(stack.baseUrl, key);
  });

  it('sees, creates and changes endpoints of that product only', async () => {
    const foreign = await createEnabledEndpoint(admin, receiver.url);
    const own = await createEnabledEndpoint(publishing, receiver.url, ['publishing.post.published']);
    const body = { name: 'No', url: receiver.url, subscriptions: [{ event: 'salesbot.contact.created' }] };
    const rejected = await Promise.all([
      publishing('POST', PATH, { body }),
      publishing('GET', foreign.path),
      publishing('PATCH', foreign.path, { body: { name: 'Mine' } }),
      publishing('DELETE', foreign.path),
      publishing('POST', `${foreign.path}/rotate-secret`),
      publishing('GET', `${foreign.path}/deliveries`),
      publishing('PATCH', own.path, { body: { subscriptions: body.subscriptions } }),
    ]);
    const listed = expectStatus(await publishing('GET', PATH), 200).body.data;

    expect(rejected.map((answer) => [answer.status, answer.body.code])).toEqual(
      rejected.map(() => [403, 'product_not_permitted']),
    );
    expect(listed.map((endpoint: { id: string }) => endpoint.id)).toEqual([own.id]);
    expect(
      (await publishing('GET', `${PATH}/events`)).body.data.filter(
        (row: { subscribable: boolean }) => row.subscribable,
      ),
    ).toHaveLength(7);
    await Promise.all([admin('DELETE', foreign.path), admin('DELETE', own.path)]);
  });

  it('never sees a delivery of another product, even of an endpoint whose product has changed since', async () => {
    const endpoint = await createEnabledEndpoint(admin, receiver.url);
    await ingestOrderPaid(admin, 'private');
    const delivery = await waitFor(
      'the delivery is listed',
      async () => (await admin('GET', `${endpoint.path}/deliveries`)).body.data[0],
    );
    await admin('PATCH', endpoint.path, {
      body: { subscriptions: [{ event: 'publishing.post.published' }] },
    });

    expect((await publishing('GET', endpoint.path)).status).toBe(200);
    expect((await publishing('GET', `${endpoint.path}/deliveries`)).body.data).toEqual([]);
    expect((await publishing('GET', `${PATH}/deliveries`)).body.data).toEqual([]);
    const direct = await publishing('GET', `${endpoint.path}/deliveries/${delivery.id}`);
    expect([direct.status, direct.body.code]).toEqual([403, 'product_not_permitted']);
    expect(
      (await admin('GET', `${endpoint.path}/deliveries/${delivery.id}`)).body.data.payload,
    ).not.toBeNull();
  });

  it('of another kind is rejected with its own error', async () => {
    for (const key of ['pat_0123456789', 'wlk_0123456789']) {
      const answer = await admin('GET', PATH, { key });
      expect([answer.status, answer.body.code, answer.body.accepted]).toEqual([
        403,
        'credential_type_not_allowed',
        'workspace_api_key',
      ]);
    }
  });
});
