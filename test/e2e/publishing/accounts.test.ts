import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startMastodonServer } from '#test/support/fixtures/publishing/mastodon-server.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const ACCOUNTS = '/os/api/{workspace}/accounts';
const ACCOUNT = '/os/api/{workspace}/accounts/{account}';
const TOKEN = 'tok-3141592653589793238462643383279';

describe('social accounts', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const mastodon = forAllTests(() => startMastodonServer(() => new Date(), TOKEN), Symbol.asyncDispose);
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  let workspace: string;
  let secret: string;

  beforeAll(async () => {
    workspace = stack.workspaceId;
    ({ secret } = await createEnabledEndpoint(api, receiver.url, [
      'publishing.account.added',
      'publishing.account.updated',
      'publishing.account.deleted',
    ]));
  });

  const within = () => ({ path: { workspace } });
  const of = (account: string) => ({ path: { workspace, account } });

  /** Connects an account; returns it as in the response. */
  async function connect(body: components['schemas']['ConnectAccountBody']) {
    return expectStatus(await api.POST(ACCOUNTS, { params: within(), body }), 201).body.data;
  }

  /** Waits for the expected number of webhooks, and returns the last one, verified. */
  async function webhook(count: number) {
    const requests = await receiver.waitFor(count);
    expect(requests).toHaveLength(count);
    const request = requests[count - 1];
    if (!request) throw new Error('No webhook arrived');
    const { event, data } = verifyDelivery(request, secret);
    return { event, data };
  }

  it('are connected, changed and disconnected, each time with a verified webhook', async () => {
    const mastodonBody = {
      provider: 'mastodon',
      credentials: { instance_url: mastodon.origin, access_token: TOKEN },
    } as const;
    const { id, uuid, name, username } = await connect(mastodonBody);
    expect({ id, name, username }).toEqual({ id: 1, name: 'Ada L.', username: 'ada' });
    const shown = { id: uuid, name: 'Ada L.', provider: 'mastodon', status: 'connected' };
    expect(await webhook(1)).toEqual({ event: 'publishing.account.added', data: shown });

    const params = of(uuid);
    const disable = { params, body: { name: 'Ada', status: 'disabled' } } as const;
    expectStatus(await api.PATCH(ACCOUNT, disable), 200);
    const changed = { ...shown, name: 'Ada', status: 'disabled' };
    expect(await webhook(2)).toEqual({ event: 'publishing.account.updated', data: changed });
    const { credentials } = mastodonBody;
    expectStatus(await api.PATCH(ACCOUNT, { params, body: { credentials } }), 200);
    expect(await webhook(3)).toEqual({
      event: 'publishing.account.updated',
      data: { ...changed, status: 'connected' },
    });

    expect((await connect({ provider: 'sandbox', name: 'Rehearsals', credentials: {} })).id).toBe(2);
    expect(await webhook(4)).toMatchObject({ data: { name: 'Rehearsals', provider: 'sandbox' } });
    const listed = expectStatus(await api.GET(ACCOUNTS, { params: within() }), 200).body.data;
    expect(listed.map((each) => each.id)).toEqual([2, 1]);

    expectStatus(await api.DELETE(ACCOUNT, { params }), 204);
    expect(await webhook(5)).toEqual({
      event: 'publishing.account.deleted',
      data: { id: uuid, deleted: true },
    });
    expectStatus(await api.GET(ACCOUNT, { params }), 404);
  });

  it('are removed from scheduled posts when they are disconnected, which without another account become drafts', async () => {
    const sandbox = { provider: 'sandbox', credentials: {} } as const;
    const [gone, kept] = [await connect(sandbox), await connect(sandbox)];
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const schedule = async (accounts: number[]): Promise<string> => {
      const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }] }];
      const body = { accounts, date: tomorrow, time: '12:00', versions };
      const created = await api.POST('/os/api/{workspace}/posts', { params: within(), body });
      const post = expectStatus(created, 201).body.data.id;
      const params = { path: { workspace, post } };
      expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', { params }), 200);
      return post;
    };
    const [alone, shared] = [await schedule([gone.id]), await schedule([gone.id, kept.id])];
    expectStatus(await api.DELETE(ACCOUNT, { params: of(gone.uuid) }), 204);

    const shown = async (post: string) => {
      const params = { path: { workspace, post } };
      return expectStatus(await api.GET('/os/api/{workspace}/posts/{post}', { params }), 200).body.data;
    };
    await waitFor('the account is off both posts', async () =>
      (await Promise.all([alone, shared].map(shown))).every((post) => !post.accounts.includes(gone.id)),
    );
    expect(await shown(alone)).toMatchObject({ status: 0, accounts: [], date: tomorrow, time: '12:00' });
    expect(await shown(shared)).toMatchObject({ status: 1, accounts: [kept.id] });
  });

  it('are rejected when their network rejects them or is unresponsive', async () => {
    const errorOf = async (access_token: string, instance_url: string) => {
      const body = { provider: 'mastodon', credentials: { instance_url, access_token } } as const;
      return expectStatus(await api.POST(ACCOUNTS, { params: within(), body }), 422).body;
    };

    expect(await errorOf('tok-unknown', mastodon.origin)).toMatchObject({
      code: 'credentials_refused',
      detail: expect.stringContaining('The access token is invalid'),
    });
    const gone = await startMastodonServer(() => new Date(), TOKEN);
    await gone[Symbol.asyncDispose]();
    expect(await errorOf(TOKEN, gone.origin)).toMatchObject({ code: 'invalid_url' });
  });

  it('leave no credential in the tables and the logs', async () => {
    const credentials = { instance_url: mastodon.origin, access_token: TOKEN };
    await connect({ provider: 'mastodon', credentials });
    const wrong = {
      provider: 'mastodon',
      credentials: { ...credentials, access_token: `${TOKEN}-not` },
    } as const;
    expectStatus(await api.POST(ACCOUNTS, { params: within(), body: wrong }), 422);
    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).join('\n');
    tables.close();
    const logs = await stack.logs();

    // Not `toContain`: a failure would print both.
    expect([items.includes('sealedCredentials'), items.includes(TOKEN)]).toEqual([true, false]);
    expect([logs.includes('connect-account'), logs.includes(TOKEN)]).toEqual([true, false]);
  });
});
