import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { shareStack, type SharedStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type BlueskyServer, startBlueskyServer } from '#test/support/fixtures/publishing/bluesky-server.ts';
import {
  type MastodonServer,
  startMastodonServer,
} from '#test/support/fixtures/publishing/mastodon-server.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const TOKEN = 'tok-2718281828459045235360287471352';
const PASSWORD = 'mnop-ijkl-efgh-abcd';
const POSTS = '/os/api/{workspace}/posts';
const POST = '/os/api/{workspace}/posts/{post}';
const REMOVAL = '/os/api/{workspace}/posts/removals/{post}';

describe('posts that are removed from their networks', () => {
  let stack: SharedStack;
  let mastodon: MastodonServer;
  let bluesky: BlueskyServer;
  let api: ApiClient;
  let networks: number[];
  let sandbox: number;

  beforeAll(async () => {
    const now = () => new Date();
    [stack, mastodon, bluesky] = await Promise.all([
      shareStack(),
      startMastodonServer(now, TOKEN),
      startBlueskyServer(now, PASSWORD),
    ]);
    api = apiClient(stack.baseUrl, stack.apiKey);
    const { handle, appPassword } = bluesky.account;
    networks = [
      await connect({
        provider: 'mastodon',
        credentials: { instance_url: mastodon.origin, access_token: TOKEN },
      }),
      await connect({
        provider: 'bluesky',
        credentials: { identifier: handle, app_password: appPassword, service: bluesky.origin },
      }),
    ];
    sandbox = await connect({ provider: 'sandbox', credentials: {} });
  });

  afterAll(async () => {
    await Promise.all([mastodon?.[Symbol.asyncDispose](), bluesky?.[Symbol.asyncDispose]()]);
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const of = (post: string) => ({ path: { ...within().path, post } });

  async function connect(body: components['schemas']['ConnectAccountBody']): Promise<number> {
    const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
    return expectStatus(connected, 201).body.data.id;
  }

  /** Publishes a thread of two at once; returns the id of the post after its run. */
  async function publish(accounts: number[], options = {}): Promise<string> {
    const content = [{ body: 'One' }, { body: 'Two' }];
    const versions = [{ account_id: 0, is_original: true, content, options: { sandbox: options } }];
    const body = { accounts, versions, date: '2099-06-01', time: '12:00' };
    const created = await api.POST(POSTS, { params: within(), body });
    const { id } = expectStatus(created, 201).body.data;
    const now = { params: of(id), body: { postNow: true } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', now), 200);
    await waitFor('the post is published', async () => (await read(id)).status_name === 'published');
    return id;
  }

  async function read(id: string) {
    return expectStatus(await api.GET(POST, { params: of(id) }), 200).body.data;
  }

  /** The outcome of each account, when all have ended. */
  function outcomes(id: string) {
    return waitFor(`the removal of ${id} has ended`, async () => {
      const { data } = expectStatus(await api.GET(REMOVAL, { params: of(id) }), 200).body;
      return data.accounts.every(({ state }) => state !== 'pending') && data;
    });
  }

  it('are deleted here and there, and the outcome remains', async () => {
    const id = await publish(networks);
    expect([mastodon.statuses.length, bluesky.records.size]).toEqual([2, 2]);
    const body = { delete_mode: 'app_and_social' } as const;
    const deleted = await api.DELETE(POST, { params: of(id), body });

    expect(expectStatus(deleted, 200).body).toEqual({ deleted: true, to_trash: false, removals: [id] });
    expect(await outcomes(id)).toMatchObject({
      post_id: id,
      delete_mode: 'app_and_social',
      accounts: networks.map((account_id) => ({ account_id, state: 'removed', attempts: 1, error: null })),
    });
    expect([mastodon.statuses.length, bluesky.records.size]).toEqual([0, 0]);
    expectStatus(await api.GET(POST, { params: of(id) }), 404);
  });

  it('stay here if they are removed only from networks, and cannot be published again', async () => {
    const id = await publish(networks);
    const before = await read(id);
    const query = { delete_mode: 'social_only' } as const;
    const removed = await api.DELETE(POST, { params: { ...of(id), query } });
    expect(expectStatus(removed, 200).body).toEqual({ deleted: false, to_trash: false, removals: [id] });
    await outcomes(id);

    const { publications, ...after } = await read(id);
    expect(after).toEqual({ ...before, publications: undefined });
    expect(publications.map(({ removal }) => removal)).toMatchObject([
      { state: 'removed', error: null },
      { state: 'removed', error: null },
    ]);
    const now = { params: of(id), body: { postNow: true } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', now), 409);
    expect(mastodon.statuses).toEqual([]);
    const audited = { params: { query: { resource_id: id, operation: 'delete-post' } } };
    await waitFor('the audit log has one entry of the request', async () => {
      const entries = expectStatus(await api.GET('/api/v1/audit-events', audited), 200).body.data;
      return entries.length === 1 && entries[0]?.actor.kind === 'key';
    });
    const steps = { params: { query: { resource_id: id, operation: 'remove-publications' } } };
    expect(expectStatus(await api.GET('/api/v1/audit-events', steps), 200).body.data).toEqual([]);
  });

  it('are restored while they are removed, and published again', async () => {
    const id = await publish(networks);
    const mode = 'app_and_social' as const;
    const body = { posts: [id], trash: true, delete_mode: mode };
    const trashed = await api.DELETE(POSTS, { params: within(), body });
    expect(expectStatus(trashed, 200).body).toEqual({
      deleted: false,
      to_trash: true,
      removals: [id],
      ids: [id],
      skipped: [],
    });
    expectStatus(await api.POST('/os/api/{workspace}/posts/restore/{post}', { params: of(id) }), 200);
    await outcomes(id);
    const now = { params: of(id), body: { postNow: true } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', now), 200);
    await waitFor('the post is published again', async () => (await read(id)).status_name === 'published');

    expect([mastodon.statuses.length, bluesky.records.size]).toEqual([2, 2]);
    expect((await read(id)).publications.map(({ run, removal }) => [run, removal?.state])).toEqual([
      [2, undefined],
      [2, undefined],
      [1, 'removed'],
      [1, 'removed'],
    ]);
  });

  it('say for each account why they are still there', async () => {
    const refused = await publish([sandbox], { fail_removal: 'refused' });
    const rejected = await publish([sandbox], { fail_removal: 'unauthorised' });
    const draft = await api.POST(POSTS, {
      params: within(),
      body: { versions: [{ account_id: 0, is_original: true, content: [{ body: 'Never' }] }] },
    });
    const { id: never } = expectStatus(draft, 201).body.data;
    const social = { delete_mode: 'social_only' } as const;
    const skipped = await api.DELETE(POSTS, { params: within(), body: { posts: [never], ...social } });
    expect(expectStatus(skipped, 200).body).toMatchObject({
      ids: [],
      skipped: [{ id: never, code: 'post_not_on_networks' }],
    });
    expect(expectStatus(await api.DELETE(POST, { params: of(never), body: social }), 409).body).toMatchObject(
      {
        code: 'post_not_on_networks',
      },
    );
    expectStatus(await api.GET(REMOVAL, { params: of(never) }), 404);

    expectStatus(await api.DELETE(POST, { params: of(refused), body: social }), 200);
    expect(await outcomes(refused)).toMatchObject({
      accounts: [{ state: 'failed', attempts: 1, error: { code: 'network_refused' } }],
    });
    expectStatus(await api.DELETE(POST, { params: of(rejected), body: social }), 200);
    expect(await outcomes(rejected)).toMatchObject({
      accounts: [{ state: 'failed', error: { code: 'credentials_refused' } }],
    });
    const accounts = await api.GET('/os/api/{workspace}/accounts', { params: within() });
    const found = expectStatus(accounts, 200).body.data.find(({ id }) => id === sandbox);
    expect(found?.status).toBe('needs_reauth');
  });
});
