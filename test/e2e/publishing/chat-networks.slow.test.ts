// Slow: it publishes threads to two networks, five seconds; test/contract/publishing has their rules.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '#clients/typescript/schema.d.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient, type ApiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type DiscordServer, startDiscordServer } from '#test/support/fixtures/publishing/discord-server.ts';
import {
  startTelegramServer,
  type TelegramServer,
} from '#test/support/fixtures/publishing/telegram-server.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

const TELEGRAM_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const DISCORD_TOKEN = 'MTAxMjM0.GaBcDe.fGhIjKlMnOpQrStUvWxYz';
const SIZE = 50_000;

/** A stack of its own, because it publishes to servers of this test instead of the real ones. */
describe('a post on networks with a bot', () => {
  let stack: RunningStack;
  let telegram: TelegramServer;
  let discord: DiscordServer;
  let api: ApiClient;
  let accounts: number[];

  beforeAll(async () => {
    const now = () => new Date();
    [telegram, discord] = await Promise.all([
      startTelegramServer(now, TELEGRAM_TOKEN),
      startDiscordServer(now, DISCORD_TOKEN),
    ]);
    stack = await startStack({
      env: { NETWORK_ORIGINS: `telegram=${telegram.origin},discord=${discord.origin}` },
    });
    api = apiClient(stack.baseUrl, stack.apiKey);
  });

  afterAll(async () => {
    await Promise.all([
      stack?.discard(),
      telegram?.[Symbol.asyncDispose](),
      discord?.[Symbol.asyncDispose](),
    ]);
  });

  const within = () => ({ path: { workspace: stack.workspaceId } });
  const connect = (body: components['schemas']['ConnectAccountBody']) =>
    api.POST('/os/api/{workspace}/accounts', { params: within(), body });

  async function picture(): Promise<number> {
    const declared = { name: 'Lamp.png', mime_type: 'image/png', size: SIZE, alt_text: 'A lamp' } as const;
    const announced = await api.POST('/os/api/{workspace}/media', { params: within(), body: declared });
    const { data, upload = expect.fail('There is no upload') } = expectStatus(announced, 201).body;
    const headers = { 'content-type': String(upload.headers['Content-Type']) };
    await fetch(upload.url, { method: 'PUT', headers, body: bytesOf('image/png', SIZE) });
    const params = { path: { ...within().path, media: data.uuid } };
    return expectStatus(await api.POST('/os/api/{workspace}/media/{media}/complete', { params }), 200).body
      .data.id;
  }

  /** Publishes at once; returns the post after the end of its run. */
  async function publish(content: components['schemas']['PostVersionBody']['content']) {
    const versions = [{ account_id: 0, is_original: true, content }];
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

  it('is rejected before anything is stored if the bot may not post', async () => {
    telegram.mood.member = { status: 'member' };
    const response = await connect({
      provider: 'telegram',
      credentials: { bot_token: TELEGRAM_TOKEN, chat_id: '@ada_news' },
    });
    telegram.mood.member = { status: 'administrator', can_post_messages: true };

    expect(expectStatus(response, 422).body).toMatchObject({ code: 'credentials_refused' });
  });

  it('is a thread with its picture on both, once each', async () => {
    const connected = [
      await connect({
        provider: 'telegram',
        credentials: { bot_token: TELEGRAM_TOKEN, chat_id: '@ada_news' },
      }),
      await connect({
        provider: 'discord',
        credentials: { bot_token: DISCORD_TOKEN, channel_id: discord.channel.id },
      }),
    ].map((response) => expectStatus(response, 201).body.data);
    accounts = connected.map(({ id }) => id);
    const content = [{ body: 'The lamp works', media: [await picture()] }, { body: 'And so it goes on' }];
    const { status_name, publications } = await publish(content);

    expect(connected).toMatchObject([
      { name: 'Ada L.', username: '@ada_news' },
      { name: '#ada-l', username: discord.channel.id },
    ]);
    expect(status_name).toBe('published');
    expect(publications).toMatchObject([
      { account_id: accounts[0], state: 'published', remote: [{ url: 'https://t.me/ada_news/1' }, {}] },
      { account_id: accounts[1], state: 'published', remote: [{}, {}] },
    ]);
    expect(telegram.messages).toMatchObject([
      { kind: 'photo', text: 'The lamp works', file: { size: SIZE } },
      { kind: 'text', text: 'And so it goes on', replyTo: 1 },
    ]);
    expect(discord.messages).toMatchObject([
      { content: 'The lamp works', attachments: [{ description: 'A lamp' }], files: [{ size: SIZE }] },
      { content: 'And so it goes on', message_reference: { message_id: discord.messages[0]?.id } },
    ]);
  });

  it('continues after the part of a thread that exists, when one account is retried', async () => {
    const [, onDiscord = 0] = accounts;
    discord.plan(`/api/v10/channels/${discord.channel.id}/messages`, 'fine', 'redirect');
    const { id, status_name } = await publish([{ body: 'It begins' }, { body: 'It ends' }]);
    const params = { path: { ...within().path, post: id, account: String(onDiscord) } };
    expectStatus(await api.POST('/os/api/{workspace}/posts/retry/{post}/{account}', { params }), 200);
    await waitFor('the post is published', async () => {
      const read = await api.GET('/os/api/{workspace}/posts/{post}', { params });
      return expectStatus(read, 200).body.data.status_name === 'published';
    });

    expect(status_name).toBe('failed');
    for (const texts of [
      telegram.messages.map(({ text }) => text),
      discord.messages.map(({ content }) => content),
    ])
      expect(texts.slice(-2)).toEqual(['It begins', 'It ends']);
  });

  it('is removed from both by their bots', async () => {
    const { id } = await publish([{ body: 'For a day only' }, { body: 'And no longer' }]);
    const before = [telegram.messages.length, discord.messages.length];
    const params = { path: { ...within().path, post: id } };
    const body = { delete_mode: 'app_and_social' } as const;
    expectStatus(await api.DELETE('/os/api/{workspace}/posts/{post}', { params, body }), 200);
    const outcomes = await waitFor('the removal has ended', async () => {
      const read = await api.GET('/os/api/{workspace}/posts/removals/{post}', { params });
      const { data } = expectStatus(read, 200).body;
      return data.accounts.every(({ state }) => state !== 'pending') && data.accounts;
    });

    expect(outcomes.map(({ state }) => state)).toEqual(['removed', 'removed']);
    expect([telegram.messages.length, discord.messages.length]).toEqual(before.map((count) => count - 2));
  });

  it('has a limit for each network in its preview', async () => {
    const body = {
      accounts,
      versions: [{ account_id: 0, is_original: true, content: [{ body: '🙂' }] }],
      date: null,
      time: null,
    };
    const preview = await api.POST('/os/api/{workspace}/posts/preview', { params: within(), body });

    expect(expectStatus(preview, 200).body.data.accounts).toMatchObject([
      { provider: 'telegram', posts: [{ characters: 2, limit: 4096 }] },
      { provider: 'discord', posts: [{ characters: 2, limit: 2000 }] },
    ]);
  });

  it('fails on the network that removed its bot, which marks the account, and no log contains a token', async () => {
    telegram.mood.kicked = true;
    const { status_name, publications } = await publish([{ body: 'A second one' }]);
    const read = await api.GET('/os/api/{workspace}/accounts', { params: within() });

    expect(status_name).toBe('failed');
    expect(publications).toMatchObject([
      { state: 'failed', error: { code: 'credentials_refused' } },
      { state: 'published' },
    ]);
    expect(expectStatus(read, 200).body.data.map(({ provider, status }) => [provider, status])).toEqual(
      expect.arrayContaining([
        ['telegram', 'needs_reauth'],
        ['discord', 'connected'],
      ]),
    );
    const logs = await stack.logs();
    expect(logs).toContain('PUBLICATION_ATTEMPTED');
    for (const secret of [TELEGRAM_TOKEN, TELEGRAM_TOKEN.slice(10), DISCORD_TOKEN])
      expect(logs).not.toContain(secret);
  });
});
