import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { shareStack, type SharedStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type BlueskyServer, startBlueskyServer } from '#test/support/fixtures/publishing/bluesky-server.ts';
import {
  type MastodonServer,
  startMastodonServer,
} from '#test/support/fixtures/publishing/mastodon-server.ts';
import { type CapturingReceiver, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import { verifyDelivery } from '#test/support/fixtures/webhooks/verify-delivery.ts';
import { createEnabledEndpoint, expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const TOKEN = 'tok-3141592653589793238462643383279';
const PASSWORD = 'abcd-efgh-ijkl-mnop';
const SIZE = 50_000;

describe('a post on its networks', () => {
  let stack: SharedStack;
  let receiver: CapturingReceiver;
  let mastodon: MastodonServer;
  let bluesky: BlueskyServer;
  let api: ApiClient;
  let secret: string;
  let accounts: number[];

  beforeAll(async () => {
    const now = () => new Date();
    [stack, receiver, mastodon, bluesky] = await Promise.all([
      shareStack(),
      startReceiver(),
      startMastodonServer(now, TOKEN),
      startBlueskyServer(now, PASSWORD),
    ]);
    api = apiClient(stack.baseUrl, stack.apiKey);
    ({ secret } = await createEnabledEndpoint(api, receiver.url, [
      'publishing.post.published',
      'publishing.post.publishing_failed',
      'publishing.account.updated',
    ]));
    const { handle, appPassword } = bluesky.account;
    const bodies: components['schemas']['ConnectAccountBody'][] = [
      { provider: 'mastodon', credentials: { instance_url: mastodon.origin, access_token: TOKEN } },
      {
        provider: 'bluesky',
        credentials: { identifier: handle, app_password: appPassword, service: bluesky.origin },
      },
    ];
    accounts = [];
    for (const body of bodies) {
      const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
      accounts.push(expectStatus(connected, 201).body.data.id);
    }
  });

  afterAll(async () => {
    await Promise.all([
      receiver?.close(),
      mastodon?.[Symbol.asyncDispose](),
      bluesky?.[Symbol.asyncDispose](),
    ]);
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });

  async function picture(): Promise<number> {
    const body = {
      name: 'Engine.png',
      mime_type: 'image/png',
      size: SIZE,
      alt_text: 'A brass engine',
    } as const;
    const announced = await api.POST('/os/api/{workspace}/media', { params: within(), body });
    const { data, upload = expect.fail('There is no upload') } = expectStatus(announced, 201).body;
    const headers = { 'content-type': String(upload.headers['Content-Type']) };
    await fetch(upload.url, { method: 'PUT', headers, body: bytesOf('image/png', SIZE) });
    const params = { path: { ...within().path, media: data.uuid } };
    const completed = await api.POST('/os/api/{workspace}/media/{media}/complete', { params });
    return expectStatus(completed, 200).body.data.id;
  }

  /** Publishes at once; returns the post after the end of its run. */
  async function publish(versions: components['schemas']['PostVersionBody'][]) {
    const body = { accounts, versions, date: '2099-06-01', time: '12:00' };
    const created = await api.POST('/os/api/{workspace}/posts', { params: within(), body });
    const params = { path: { ...within().path, post: expectStatus(created, 201).body.data.id } };
    const now = { params, body: { postNow: true } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/schedule/{post}', now), 200);
    return waitFor('the post has ended', async () => {
      const read = await api.GET('/os/api/{workspace}/posts/{post}', { params });
      const { data } = expectStatus(read, 200).body;
      return ['published', 'failed'].includes(data.status_name) ? data : undefined;
    });
  }

  async function webhooksAbout(event: string) {
    const found = await waitFor(`the webhook of ${event} arrived`, () =>
      receiver.requests.map((each) => verifyDelivery(each, secret)).find((each) => each['event'] === event),
    );
    return found['data'];
  }

  it('is a thread with its picture on both, once each, and sends a verified webhook', async () => {
    const content = [{ body: 'The engine works', media: [await picture()] }, { body: 'And so it goes on' }];
    const versions = [
      { account_id: 0, is_original: true, content },
      {
        account_id: accounts[1] ?? 0,
        is_original: false,
        content: content.map((item) => ({ ...item, body: `${item.body}!` })),
      },
    ];
    const { id, status_name, publications } = await publish(versions);

    expect(status_name).toBe('published');
    expect(publications).toMatchObject([
      { account_id: accounts[0], state: 'published', remote: [{}, {}] },
      { account_id: accounts[1], state: 'published', remote: [{}, {}] },
    ]);
    expect(mastodon.statuses).toMatchObject([
      { text: 'The engine works', inReplyToId: null },
      { text: 'And so it goes on', inReplyToId: mastodon.statuses[0]?.id },
    ]);
    expect(mastodon.files).toMatchObject([{ mimeType: 'image/png', description: 'A brass engine' }]);
    expect([...bluesky.records.values()].map(({ value }) => value['text']).toSorted()).toEqual([
      'And so it goes on!',
      'The engine works!',
    ]);
    expect(await webhooksAbout('publishing.post.published')).toEqual({ id, status: 2 });
  });

  it('fails with a withdrawn token, which marks the account', async () => {
    mastodon.mood.tokenRevoked = true;
    const { id, status_name, publications } = await publish([
      { account_id: 0, is_original: true, content: [{ body: 'A second one' }] },
    ]);

    expect(status_name).toBe('failed');
    expect(publications).toMatchObject([{ state: 'failed' }, { state: 'published' }]);
    expect(await webhooksAbout('publishing.post.publishing_failed')).toEqual({ id, status: 3 });
    expect(await webhooksAbout('publishing.account.updated')).toMatchObject({
      provider: 'mastodon',
      status: 'needs_reauth',
    });
    expect(mastodon.statuses).toHaveLength(2);
  });
});
