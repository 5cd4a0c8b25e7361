import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const APP = '/os/api/{workspace}/accounts/apps/{provider}';
const START = '/os/api/{workspace}/accounts/connect/{provider}';
const COMPLETE = '/os/api/{workspace}/accounts/connect/complete';

describe('connections by OAuth', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const colleague = forAllTests(() => apiClient(stack.baseUrl, stack.secondAdminApiKey));
  const other = forAllTests(() => apiClient(stack.baseUrl, stack.otherApiKey));
  let workspace: string;
  let secret: string;

  beforeAll(async () => {
    workspace = stack.workspaceId;
    const events = ['publishing.account.added', 'publishing.account.updated'] as const;
    ({ secret } = await createEnabledEndpoint(api, receiver.url, [...events]));
  });

  // The network has one member, whose account would be renewed and not connected.
  beforeEach(async () => {
    const params = { path: { workspace }, query: { providers: 'linkedin' } };
    const listed = await api.GET('/os/api/{workspace}/accounts', { params });
    for (const { uuid } of expectStatus(listed, 200).body.data) {
      const path = { workspace, account: uuid };
      expectStatus(await api.DELETE('/os/api/{workspace}/accounts/{account}', { params: { path } }), 204);
    }
  });

  const atNetwork = () => ({ path: { workspace, provider: 'linkedin' } });
  const storeApp = async (client: typeof api, id = workspace) => {
    const body = { client_id: 'local-app', client_secret: 'local-secret' };
    const params = { path: { workspace: id, provider: 'linkedin' } };
    return expectStatus(await client.PUT(APP, { params, body }), 200).body.data;
  };

  /** Opens an authorisation page and agrees; returns where the browser ends. */
  async function allow(page: string): Promise<URL> {
    const consent = await (await fetch(page)).text();
    expect(consent).toContain('decision=allow');
    const { headers } = await fetch(`${page}&decision=allow`, { redirect: 'manual' });
    const callback = await fetch(headers.get('location') ?? '', { redirect: 'manual' });
    expect(callback.status).toBe(303);
    expect(callback.headers.get('referrer-policy')).toBe('no-referrer');
    expect(callback.headers.get('cache-control')).toBe('no-store');
    return new URL(callback.headers.get('location') ?? '');
  }

  /** Starts a connection and authorises it; returns the fragment. */
  async function authorised(client: typeof api, body: { account?: string } = {}, id = workspace) {
    const params = { path: { workspace: id, provider: 'linkedin' } };
    const started = expectStatus(await client.POST(START, { params, body }), 200).body.data;
    const { hash } = await allow(started.authorization_url);
    const fragment = new URLSearchParams(hash.slice(1));
    return { state: fragment.get('state') ?? '', code: fragment.get('code') ?? '' };
  }

  const complete = (client: typeof api, body: { state: string; code: string }, id = workspace) =>
    client.POST(COMPLETE, { params: { path: { workspace: id } }, body });

  it('need an app', async () => {
    expect(expectStatus(await api.GET(APP, { params: atNetwork() }), 404).body.code).toBe(
      'oauth_app_not_found',
    );
    expect(expectStatus(await api.POST(START, { params: atNetwork() }), 409).body.code).toBe(
      'oauth_app_missing',
    );

    const stored = await storeApp(api);
    expect(stored.callback_url).toBe(`${stack.baseUrl}/oauth/callback/linkedin`);
    expect(expectStatus(await api.GET(APP, { params: atNetwork() }), 200).body.data).toEqual(stored);
  });

  it('lead to the console, connect an account and reconnect it, each time with a verified webhook', async () => {
    await storeApp(api);
    const params = atNetwork();
    const started = expectStatus(await api.POST(START, { params }), 200).body.data;
    const end = await allow(started.authorization_url);
    expect(`${end.origin}${end.pathname}`).toBe(`${stack.baseUrl}/console/connect`);
    const { state, code } = Object.fromEntries(new URLSearchParams(end.hash.slice(1)));

    const account = expectStatus(await complete(api, { state: state ?? '', code: code ?? '' }), 201).body
      .data;
    expect(account).toMatchObject({ provider: 'linkedin', username: '782bbtaQ', name: 'Ada L.' });
    const shown = { id: account.uuid, name: 'Ada L.', provider: 'linkedin', status: 'connected' };
    const deliver = async (count: number) => {
      const request = (await receiver.waitFor(count))[count - 1];
      if (!request) throw new Error('No webhook arrived');
      return verifyDelivery(request, secret);
    };
    expect(await deliver(1)).toMatchObject({ event: 'publishing.account.added', data: shown });

    const again = await complete(api, await authorised(api, { account: account.uuid }));
    expect(expectStatus(again, 200).body.data).toMatchObject({ uuid: account.uuid, status: 'connected' });
    expect(await deliver(2)).toMatchObject({ event: 'publishing.account.updated', data: shown });

    const renewed = await complete(api, await authorised(api));
    expect(expectStatus(renewed, 200).body.data).toMatchObject({ uuid: account.uuid, status: 'connected' });
    expect(await deliver(3)).toMatchObject({ event: 'publishing.account.updated', data: shown });
  });

  it('publish to the account, and remove the post again', async () => {
    await storeApp(api);
    const account = expectStatus(await complete(api, await authorised(api)), 201).body.data;
    const versions = [
      { account_id: 0, is_original: true, content: [{ body: `Hello from ${account.uuid}` }] },
    ];
    const created = await api.POST('/os/api/{workspace}/posts', {
      params: { path: { workspace } },
      body: { accounts: [account.id], versions },
    });
    const post = expectStatus(created, 201).body.data.id;
    const params = { path: { workspace, post } };
    const body = { postNow: true };
    expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', { params, body }), 200);

    const posts = async () =>
      (await fetch(`${stack.networkUrl}/posts`)).json() as Promise<{ text: string }[]>;
    const isPosted = async () => (await posts()).some(({ text }) => text === `Hello from ${account.uuid}`);
    await waitFor('the network has the post', isPosted);
    expect(await isPosted()).toBe(true);

    await waitFor('the post is published', async () => {
      const read = await api.GET('/os/api/{workspace}/posts/{post}', { params });
      return expectStatus(read, 200).body.data.status_name === 'published';
    });
    const deletion = { params, body: { delete_mode: 'app_and_social' } } as const;
    expectStatus(await api.DELETE('/os/api/{workspace}/posts/{post}', deletion), 200);
    await waitFor('the network no longer has the post', async () => !(await isPosted()));
    expect(await isPosted()).toBe(false);
  });

  it('are completed by nobody but the member who started, in the same workspace, and once', async () => {
    await storeApp(api);
    await storeApp(other, stack.otherWorkspaceId);
    const mine = await authorised(api);
    const theirs = await authorised(other, {}, stack.otherWorkspaceId);
    const accounts = async (): Promise<number> =>
      expectStatus(await api.GET('/os/api/{workspace}/accounts', { params: { path: { workspace } } }), 200)
        .body.data.length;
    const before = await accounts();

    for (const answer of [
      await complete(colleague, mine),
      await complete(api, theirs),
      await complete(other, mine, stack.otherWorkspaceId),
    ])
      expect(expectStatus(answer, 403).body.code).toBe('connect_state_foreign');
    expect(expectStatus(await complete(api, { ...mine, code: theirs.code }), 422).body.code).toBe(
      'connect_code_invalid',
    );
    expect(expectStatus(await complete(api, { ...mine, state: mine.code }), 422).body.code).toBe(
      'connect_state_invalid',
    );
    expect(await accounts()).toBe(before);

    expectStatus(await complete(api, mine), 201);
    expect(expectStatus(await complete(api, mine), 409).body.code).toBe('connect_state_used');
    expect(await accounts()).toBe(before + 1);
  });

  it('lead forged answers to the console and nowhere else', async () => {
    const query = new URLSearchParams({
      state: 'x'.repeat(300),
      code: 'y',
      redirect: 'https://evil.example.com',
    });
    const { status, headers } = await fetch(`${stack.baseUrl}/oauth/callback/linkedin?${query.toString()}`, {
      redirect: 'manual',
    });

    expect(status).toBe(303);
    expect(headers.get('location')).toBe(
      `${stack.baseUrl}/console/connect#provider=linkedin&error=state_invalid`,
    );
    expect((await fetch(`${stack.baseUrl}/oauth/callback/mastodon?state=x`)).status).toBe(404);
  });

  it('leave no code, token or secret in the tables, and none in the logs', async () => {
    await storeApp(api);
    const fragment = await authorised(api);
    expectStatus(await complete(api, fragment), 201);
    expectStatus(await api.DELETE(APP, { params: atNetwork() }), 204);
    const tables = openRawTables(stack);
    const items = (await tables.readTexts()).join('\n');
    tables.close();
    const logs = await stack.logs();

    // Not `toContain`: a failure would print both.
    const secrets = (await (await fetch(`${stack.networkUrl}/secrets`)).json()) as string[];
    expect(secrets.length).toBeGreaterThan(3);
    const values = [...secrets, fragment.code];
    const leaks = (text: string, ...more: string[]) =>
      [...values, ...more].flatMap((value, index) => (text.includes(value) ? [index] : []));
    // The stored response to the start contains the state, which is encrypted and useless to everybody else.
    expect([leaks(items), leaks(logs, fragment.state)]).toEqual([[], []]);
    expect(items.includes('sealedSecret') || items.includes('sealedCredentials')).toBe(true);
    expect(logs.includes('complete-connection')).toBe(true);
  });
});
