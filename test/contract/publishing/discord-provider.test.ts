import { describe, expect, it } from 'vitest';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { discordFixture } from '#test/support/fixtures/publishing/discord-fixture.ts';
import { nextAttempt, threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';

const PIXELS = new Uint8Array([137, 80, 78, 71, 0, 255, 13, 10]);

function file(overrides: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { id: 3, mimeType: 'image/png', size: 8, altText: null, read: async () => PIXELS, ...overrides };
}

describe('discord provider, verifying', () => {
  it.each([
    ['a category', { channelType: 4 }],
    ['a forum', { channelType: 15 }],
    ['a channel that the bot cannot see', { isOutside: true }],
    ['a channel that no longer exists', { channelGone: true }],
  ])('rejects %s', async (_, mood) => {
    await using fixture = await discordFixture();
    Object.assign(fixture.server.mood, mood);

    expect(await fixture.provider.verify(fixture.credentials)).toMatchObject({ kind: 'rejected' });
  });

  it('accepts the channel of announcements', async () => {
    await using fixture = await discordFixture();
    fixture.server.mood.channelType = 5;

    expect(await fixture.provider.verify(fixture.credentials)).toMatchObject({ kind: 'verified' });
  });
});

describe('discord provider, publishing', () => {
  it('notifies nobody unless an option allows it', async () => {
    await using fixture = await discordFixture();
    const text = '@everyone <@&1012345678900020011> look';

    await fixture.provider.publish(threadOf(fixture.credentials, [text]));
    await fixture.provider.publish(
      threadOf(fixture.credentials, [text], { key: 'other', options: { allowed_mentions: ['roles'] } }),
    );

    expect(fixture.server.messages).toMatchObject([
      { content: text, allowed_mentions: { parse: [], replied_user: false } },
      { content: text, allowed_mentions: { parse: ['roles'], replied_user: false } },
    ]);
  });

  it('passes the options through as flags', async () => {
    await using fixture = await discordFixture();
    const options = { suppress_embeds: true, suppress_notifications: true, other: 1 };

    await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'], { options }));

    expect(fixture.server.messages).toMatchObject([{ flags: 4100 }]);
  });

  it('gives each message its own nonce of at most 25 characters, the same at every attempt', async () => {
    await using fixture = await discordFixture();
    const request = threadOf(fixture.credentials, ['One', 'Two']);
    fixture.server.plan(fixture.posting, 'fine', 'taken_reset');

    const first = await fixture.provider.publish(request);
    const second = await fixture.provider.publish(nextAttempt(request, first, NOW));

    const { guild_id, id } = fixture.server.channel;
    const nonces = fixture.server.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => String(JSON.parse(body.toString()).nonce));
    expect(nonces).toHaveLength(3);
    expect(nonces[1]).toBe(nonces[2]);
    expect(new Set(nonces).size).toBe(2);
    expect(second.done.map(({ url }) => url)).toEqual(
      fixture.server.messages.map(
        (message) => `https://discord.com/channels/${guild_id}/${id}/${message.id}`,
      ),
    );
  });

  it.each([
    [120, 'published'],
    [121, 'failed'],
  ] as const)('repeats a request after %s seconds: %s', async (seconds, kind) => {
    await using fixture = await discordFixture();
    const request = threadOf(fixture.credentials, ['Hello']);
    fixture.server.plan(fixture.posting, 'taken_error');
    const first = await fixture.provider.publish(request);
    fixture.clock.advance(seconds);

    expect(await fixture.provider.publish(nextAttempt(request, first, NOW))).toMatchObject({ kind });
    expect(fixture.server.messages).toHaveLength(1);
  });

  it('does not repeat a request if reading its files lasts longer than Discord remembers', async () => {
    await using fixture = await discordFixture();
    const read = async () => {
      fixture.clock.advance(121);
      return PIXELS;
    };
    const items = [{ body: null, url: null, media: [file({ read })] }];

    const result = await fixture.provider.publish(
      threadOf(fixture.credentials, [], { items, unknownSince: NOW }),
    );

    expect(result).toMatchObject({ kind: 'failed', error: { code: 'outcome_unknown' } });
    expect(fixture.server.messages).toEqual([]);
  });

  it('uploads files with their alternative texts, cut to the length that Discord accepts', async () => {
    await using fixture = await discordFixture();
    const media = [
      file({ altText: 'A "red" dot' }),
      file({ id: 4, mimeType: 'video/quicktime', altText: `${'x'.repeat(1023)}🦜` }),
      file({ id: 5, mimeType: 'image/gif' }),
    ];
    const items = [{ body: null, url: null, media }];

    const result = await fixture.provider.publish(threadOf(fixture.credentials, [], { items }));

    expect(result.kind).toBe('published');
    expect(fixture.server.messages).toMatchObject([
      {
        files: [
          { name: '3.png', mimeType: 'image/png', size: 8 },
          { name: '4.mov', mimeType: 'video/quicktime', size: 8 },
          { name: '5.gif', mimeType: 'image/gif', size: 8 },
        ],
        attachments: [
          { id: 0, filename: '3.png', description: 'A "red" dot' },
          { id: 1, filename: '4.mov', description: 'x'.repeat(1023) },
          { id: 2, filename: '5.gif' },
        ],
      },
    ]);
    expect(fixture.server.messages[0]).not.toHaveProperty('content');
  });

  it.each([
    [{ isOutside: true }, 'unauthorised', 'Missing Access'],
    [{ channelGone: true }, 'unauthorised', 'Unknown Channel'],
    [{ isMuted: true }, 'failed', 'Missing Permissions'],
  ] as const)('with %j, ends as %s', async (mood, kind, words) => {
    await using fixture = await discordFixture();
    Object.assign(fixture.server.mood, mood);

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind,
      error: { detail: expect.stringContaining(words) },
    });
  });

  it('waits for the fraction of a second that Discord requires, not for the header', async () => {
    await using fixture = await discordFixture();
    fixture.limit(secondsAfterNow(0.25));

    expect(await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']))).toMatchObject({
      kind: 'retry',
      notBefore: secondsAfterNow(0.25),
    });
  });

  it('fails with the words of the network if the post that it answers was deleted', async () => {
    await using fixture = await discordFixture();
    const done = [{ id: '1012345678900099999', url: null }];

    expect(
      await fixture.provider.publish(threadOf(fixture.credentials, ['One', 'Two'], { done })),
    ).toMatchObject({
      kind: 'failed',
      done,
      error: { code: 'network_refused', detail: expect.stringContaining('Unknown message') },
    });
  });
});

it('the discord provider removes a token that the network repeats', async () => {
  await using fixture = await discordFixture();
  fixture.server.mood.isIndiscreet = true;

  const results = [
    await fixture.provider.publish(threadOf(fixture.credentials, ['Hello'])),
    await fixture.provider.verify(fixture.credentials),
  ];

  expect(JSON.stringify(results[0])).toContain('[removed]');
  for (const secret of fixture.secrets()) expect(JSON.stringify(results)).not.toContain(secret);
});

describe('discord provider, removing', () => {
  async function published() {
    const fixture = await discordFixture();
    const { done } = await fixture.provider.publish(threadOf(fixture.credentials, ['Hello']));
    const [remote] = done;
    if (remote === undefined) throw new Error('nothing was published');
    return {
      fixture,
      remove: () => fixture.provider.remove?.({ credentials: fixture.credentials, remote }),
      [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
    };
  }

  it('deletes a message, twice without harm', async () => {
    await using post = await published();
    const { fixture, remove } = post;

    expect(await remove()).toEqual({ kind: 'removed' });
    expect(fixture.server.messages).toEqual([]);
    expect(await remove()).toEqual({ kind: 'removed' });
  });

  it.each([
    [{ channelGone: true }, { kind: 'removed' }],
    [{ isOutside: true }, { kind: 'unauthorised' }],
    [{ isMuted: true }, { kind: 'failed', error: { code: 'network_refused' } }],
    [{ limitedUntil: secondsAfterNow(60) }, { kind: 'retry', notBefore: secondsAfterNow(60) }],
  ])('with %j, ends as %j', async (mood, expected) => {
    await using post = await published();
    const { fixture, remove } = post;
    Object.assign(fixture.server.mood, mood);

    expect(await remove()).toMatchObject(expected);
  });
});
