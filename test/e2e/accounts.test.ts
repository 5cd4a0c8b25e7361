import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/raw-tables.ts';
import { apiClient, type ApiClient } from '#test/support/api-client.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/capturing-receiver.ts';
import { type MastodonServer, startMastodonServer } from '#test/support/mastodon-server.ts';
import { type RunningStack, startStack } from '#test/support/running-stack.ts';
import { until } from '#test/support/until.ts';
import { verifyDelivery } from '#test/support/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/webhook-user.ts';

const TOKEN = 'tok-3141592653589793238462643383279';

describe('social accounts', () => {
  let stack: RunningStack;
  let receiver: CapturingReceiver;
  let mastodon: MastodonServer;
  let api: ApiClient;
  let accounts: string;
  let secret: string;

  beforeAll(async () => {
    [stack, receiver, mastodon] = await Promise.all([
      startStack(),
      startReceiver(),
      startMastodonServer(() => new Date(), TOKEN),
    ]);
    api = apiClient(stack.baseUrl, stack.apiKey);
    accounts = `/os/api/${stack.workspaceId}/accounts`;
    ({ secret } = await createEnabledEndpoint(api, receiver.url, [
      'publishing.account.added',
      'publishing.account.updated',
      'publishing.account.deleted',
    ]));
  });

  afterAll(async () => {
    await Promise.all([receiver?.close(), mastodon?.[Symbol.asyncDispose]()]);
    await stack?.discard();
  });

  /** Waits for as many webhooks as there were reasons for, and gives the last one, verified. */
  async function webhook(count: number) {
    const requests = await receiver.waitFor(count);
    expect(requests).toHaveLength(count);
    const request = requests[count - 1];
    if (!request) throw new Error('No webhook arrived');
    const { event, data } = verifyDelivery(request, secret);
    return { event, data };
  }

  it('are connected, changed and disconnected, and each time a verified webhook says so', async () => {
    const mastodonBody = {
      provider: 'mastodon',
      credentials: { instance_url: mastodon.origin, access_token: TOKEN },
    };
    const connected = expectStatus(await api('POST', accounts, { body: mastodonBody }), 201).body.data;
    const { id, uuid, name, username } = connected;
    expect({ id, name, username }).toEqual({ id: 1, name: 'Ada L.', username: 'ada' });
    const shown = { id: uuid, name: 'Ada L.', provider: 'mastodon', status: 'connected' };
    expect(await webhook(1)).toEqual({ event: 'publishing.account.added', data: shown });

    const own = `${accounts}/${uuid}`;
    expectStatus(await api('PATCH', own, { body: { name: 'Ada', status: 'disabled' } }), 200);
    const changed = { ...shown, name: 'Ada', status: 'disabled' };
    expect(await webhook(2)).toEqual({ event: 'publishing.account.updated', data: changed });
    expectStatus(await api('PATCH', own, { body: { credentials: mastodonBody.credentials } }), 200);
    expect(await webhook(3)).toEqual({
      event: 'publishing.account.updated',
      data: { ...changed, status: 'connected' },
    });

    const sandbox = { provider: 'sandbox', name: 'Rehearsals', credentials: {} };
    expect(expectStatus(await api('POST', accounts, { body: sandbox }), 201).body.data.id).toBe(2);
    expect(await webhook(4)).toMatchObject({ data: { name: 'Rehearsals', provider: 'sandbox' } });
    expect((await api('GET', accounts)).body.data.map((each: { id: number }) => each.id)).toEqual([2, 1]);

    expectStatus(await api('DELETE', own), 204);
    expect(await webhook(5)).toEqual({
      event: 'publishing.account.deleted',
      data: { id: uuid, deleted: true },
    });
    expectStatus(await api('GET', own), 404);
  });

  it('are taken off scheduled posts when they are disconnected, which without another account are drafts', async () => {
    const posts = `/os/api/${stack.workspaceId}/posts`;
    const sandbox = { provider: 'sandbox', credentials: {} };
    const [gone, kept] = [
      expectStatus(await api('POST', accounts, { body: sandbox }), 201).body.data,
      expectStatus(await api('POST', accounts, { body: sandbox }), 201).body.data,
    ];
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const schedule = async (listed: readonly number[]): Promise<string> => {
      const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }] }];
      const body = { accounts: listed, date: tomorrow, time: '12:00', versions };
      const { id } = expectStatus(await api('POST', posts, { body }), 201).body.data;
      expectStatus(await api('POST', `${posts}/schedule/${id}`, { body: {} }), 200);
      return id;
    };
    const [alone, shared] = [await schedule([gone.id]), await schedule([gone.id, kept.id])];
    expectStatus(await api('DELETE', `${accounts}/${gone.uuid}`), 204);

    const shown = (post: string) => api('GET', `${posts}/${post}`).then(({ body }) => body.data);
    await until('the account is off both posts', async () =>
      (await Promise.all([alone, shared].map(shown))).every((post) => !post.accounts.includes(gone.id)),
    );
    expect(await shown(alone)).toMatchObject({ status: 0, accounts: [], date: tomorrow, time: '12:00' });
    expect(await shown(shared)).toMatchObject({ status: 1, accounts: [kept.id] });
  });

  it('are refused when their network refuses them or does not answer', async () => {
    const connect = async (credentials: object) => {
      const { status, body } = await api('POST', accounts, {
        body: { provider: 'mastodon', credentials: { instance_url: mastodon.origin, ...credentials } },
      });
      return { status, code: body.code, detail: body.detail };
    };

    expect(await connect({ access_token: 'tok-unknown' })).toMatchObject({
      status: 422,
      code: 'credentials_refused',
      detail: expect.stringContaining('The access token is invalid'),
    });
    const gone = await startMastodonServer(() => new Date(), TOKEN);
    await gone[Symbol.asyncDispose]();
    expect(await connect({ access_token: TOKEN, instance_url: gone.origin })).toMatchObject({
      status: 422,
      code: 'invalid_url',
    });
  });

  it('leave no credential in the tables and the logs', async () => {
    const credentials = { instance_url: mastodon.origin, access_token: TOKEN };
    expectStatus(await api('POST', accounts, { body: { provider: 'mastodon', credentials } }), 201);
    expectStatus(
      await api('POST', accounts, {
        body: { provider: 'mastodon', credentials: { ...credentials, access_token: `${TOKEN}-not` } },
      }),
      422,
    );
    const tables = openRawTables(stack);
    const items = JSON.stringify(await tables.readAll());
    tables.close();
    const logs = await stack.logs();

    // Not `toContain`: a failure would print both.
    expect([items.includes('sealed_credentials'), items.includes(TOKEN)]).toEqual([true, false]);
    expect([logs.includes('connect-account'), logs.includes(TOKEN)]).toEqual([true, false]);
  });
});
