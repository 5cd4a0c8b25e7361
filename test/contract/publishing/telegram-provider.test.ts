import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { telegramFixture } from '#test/support/fixtures/publishing/telegram-fixture.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: 'Dots', read: async () => PIXELS, ...overrides };
}

function itemWith(media: readonly OutgoingMedia[], body: string | null = 'Look') {
  return { items: [{ body, url: null, media }] };
}

describe('telegram provider, verifying', () => {
  it.each([
    ['channel', { status: 'administrator', can_post_messages: true }, 'verified'],
    ['channel', { status: 'administrator', can_post_messages: false }, 'rejected'],
    ['channel', { status: 'member' }, 'rejected'],
    ['channel', { status: 'creator' }, 'verified'],
    ['supergroup', { status: 'member' }, 'verified'],
    ['group', { status: 'restricted', can_send_messages: true }, 'verified'],
    ['group', { status: 'restricted', can_send_messages: false }, 'rejected'],
    ['group', { status: 'left' }, 'rejected'],
    ['private', { status: 'left' }, 'verified'],
  ] as const)('in a %s, a bot that is %j is %s', async (type, member, kind) => {
    await using fixture = await telegramFixture();
    Object.assign(fixture.server.mood, { type, member });

    expect(await fixture.provider.verify(fixture.credentials)).toMatchObject({ kind });
  });

  it('finds a chat by its public name, and names a chat without one by its id', async () => {
    await using fixture = await telegramFixture();
    const byName = { ...fixture.telegram, chatId: '@ada_news' };

    expect(await fixture.provider.verify(byName)).toMatchObject({ profile: { username: '@ada_news' } });
    fixture.server.mood.isPublic = false;
    expect(await fixture.provider.verify(fixture.credentials)).toMatchObject({
      profile: { username: '-1001234567890', name: 'Ada L.' },
    });
  });

  it.each([
    ['a token without a valid form', { botToken: 'x' }],
    ['another chat', { chatId: '-1009999999999' }],
  ])('rejects %s, with the words of the network', async (_, wrong) => {
    await using fixture = await telegramFixture();

    const credentials = { ...fixture.telegram, ...wrong };

    expect(await fixture.provider.verify(credentials)).toMatchObject({
      kind: 'rejected',
      detail: expect.stringMatching(/Not Found|chat not found/u),
    });
  });
});

describe('telegram provider, publishing', () => {
  it('passes the options through and requests the preview of the link', async () => {
    await using fixture = await telegramFixture();
    const options = { disable_notification: true, protect_content: true, other: [1] };
    const items = [
      { body: 'Read this', url: 'https://example.com/a', media: [] },
      { body: 'And this', url: null, media: [] },
    ];

    await fixture.provider.publish(threadOf(fixture.credentials, [], { items, options }));

    expect(fixture.server.messages).toMatchObject([
      {
        text: 'Read this\n\nhttps://example.com/a',
        isSilent: true,
        isProtected: true,
        preview: { url: 'https://example.com/a' },
      },
      { text: 'And this', preview: null, replyTo: 1 },
    ]);
  });

  it('disables the preview of links if the option does', async () => {
    await using fixture = await telegramFixture();

    await fixture.provider.publish(
      threadOf(fixture.credentials, ['Hello'], { options: { link_preview: false } }),
    );

    expect(fixture.server.messages).toMatchObject([{ preview: { is_disabled: true } }]);
  });

  it.each([
    ['image/png', 'photo', '3.png'],
    ['image/gif', 'animation', '3.gif'],
    ['video/mp4', 'video', '3.mp4'],
  ] as const)('sends a single %s as a %s with its caption', async (mimeType, kind, name) => {
    await using fixture = await telegramFixture();
    const { provider, credentials, server } = fixture;

    const result = await provider.publish(threadOf(credentials, [], itemWith([file({ mimeType })])));

    expect(result).toMatchObject({ kind: 'published', done: [{ id: `${server.chat.id}:1` }] });
    expect(server.messages).toMatchObject([{ kind, text: 'Look', file: { name, mimeType, size: 8 } }]);
  });

  it('sends several files as an album whose first file has the caption, and replies to its first message', async () => {
    await using fixture = await telegramFixture();
    const { provider, credentials, server } = fixture;
    const media = [file(), file({ id: 4, mimeType: 'video/mp4' })];
    const items = [
      { body: 'Look', url: null, media },
      { body: 'More', url: null, media: [] },
    ];

    const result = await provider.publish(threadOf(credentials, [], { items }));

    expect(result).toMatchObject({
      kind: 'published',
      done: [
        { id: `${server.chat.id}:1,2`, url: 'https://t.me/ada_news/1' },
        { id: `${server.chat.id}:3`, url: 'https://t.me/ada_news/3' },
      ],
    });
    expect(server.messages).toMatchObject([
      { kind: 'photo', text: 'Look', place: 0, file: { name: '3.png' } },
      { kind: 'video', text: '', place: 1, file: { name: '4.mp4' } },
      { kind: 'text', text: 'More', replyTo: 1 },
    ]);
  });

  it.each([
    ['a GIF in an album', [file(), file({ id: 4, mimeType: 'image/gif' })]],
    ['a video that is not MP4', [file({ mimeType: 'video/webm' })]],
  ] as const)('fails for %s and posts nothing', async (_, media) => {
    await using fixture = await telegramFixture();

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], itemWith(media)));

    expect(result).toMatchObject({ kind: 'failed', error: { code: 'media_unsupported' } });
    expect(fixture.server.messages).toEqual([]);
  });

  it('publishes to the supergroup that the group has become', async () => {
    await using fixture = await telegramFixture();
    Object.assign(fixture.server.mood, { type: 'supergroup', migratedTo: -1_009_876_543_210 });

    const result = await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two']));

    expect(result.kind).toBe('published');
    expect(fixture.server.messages.map(({ chat }) => chat)).toEqual([-1_009_876_543_210, -1_009_876_543_210]);
  });

  it.each([
    ['a private channel', { isPublic: false }, 'https://t.me/c/1234567890/1'],
    ['a private group', { isPublic: false, type: 'group', migratedTo: -42 }, null],
  ] as const)('returns the URL of a message in %s', async (_, mood, url) => {
    await using fixture = await telegramFixture();
    Object.assign(fixture.server.mood, mood);

    const result = await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));

    expect(result.done).toMatchObject([{ url }]);
  });

  it('needs new credentials if the bot was removed from the chat', async () => {
    await using fixture = await telegramFixture();
    fixture.server.mood.kicked = true;

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'unauthorised',
      error: { detail: expect.stringContaining('bot was kicked') },
    });
  });

  it('sends nothing after an attempt with an unknown outcome', async () => {
    await using fixture = await telegramFixture();

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, ['Hello'], { unknownSince: NOW }),
    );

    expect(result).toMatchObject({ kind: 'failed', error: { code: 'outcome_unknown' } });
    expect(fixture.server.requests).toEqual([]);
  });
});

it('the telegram provider removes a token that the network repeats', async () => {
  await using fixture = await telegramFixture();
  fixture.server.mood.isIndiscreet = true;

  const results = [
    await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'])),
    await fixture.provider.verify(fixture.credentials),
  ];

  expect(JSON.stringify(results[0])).toContain('[removed]');
  for (const secret of fixture.secrets()) expect(JSON.stringify(results)).not.toContain(secret);
});

describe('telegram provider, removing', () => {
  it('deletes every message of an album, twice without harm', async () => {
    await using fixture = await telegramFixture();
    const { provider, credentials, server } = fixture;
    const { done } = await provider.publish(threadOf(credentials, [], itemWith([file(), file({ id: 4 })])));
    const [remote] = done;
    if (remote === undefined) throw new Error('nothing was published');

    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
    expect(server.messages).toEqual([]);
    expect(await provider.remove?.({ credentials, remote })).toEqual({ kind: 'removed' });
  });

  it('fails in a group after 48 hours, and after the bot was removed', async () => {
    await using fixture = await telegramFixture();
    const { provider, credentials, server, clock } = fixture;
    server.mood.type = 'supergroup';
    server.mood.member = { status: 'member' };
    const { done } = await provider.publish(threadOf(credentials, ['Hello']));
    const [remote] = done;
    if (remote === undefined) throw new Error('nothing was published');
    clock.advance(48 * 3600 + 1);

    expect(await provider.remove?.({ credentials, remote })).toMatchObject({
      kind: 'failed',
      error: { code: 'network_refused', detail: expect.stringContaining("can't be deleted") },
    });
    server.mood.kicked = true;
    expect(await provider.remove?.({ credentials, remote })).toMatchObject({ kind: 'unauthorised' });
  });
});
