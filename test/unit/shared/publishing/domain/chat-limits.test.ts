import { describe, expect, it } from 'vitest';
import { countedCharacters, networkIssues } from '#shared/publishing/domain/network-limits.ts';
import type { ContentItem, PostVersion } from '#shared/publishing/domain/post.ts';
import sizes from '#test/corpus/photo-sizes.json' with { type: 'json' };

const ACCOUNTS = [
  { id: 1, provider: 'telegram' },
  { id: 2, provider: 'discord' },
] as const;
const MIB = 1_048_576;
const PICTURES = Array.from({ length: 11 }, (_, index) => index + 1);
const MEDIA = [
  ...PICTURES.map((id) => ({ id, mimeType: 'image/png' as const, size: 1000 })),
  { id: 20, mimeType: 'video/mp4' as const, size: 10 * MIB },
  { id: 21, mimeType: 'video/mp4' as const, size: 10 * MIB + 1 },
  { id: 22, mimeType: 'video/mp4' as const, size: 50_000_000 },
  { id: 23, mimeType: 'video/mp4' as const, size: 50_000_001 },
  { id: 24, mimeType: 'video/webm' as const, size: 1000 },
  { id: 25, mimeType: 'image/gif' as const, size: 10 * MIB + 1 },
  { id: 26, mimeType: 'image/gif' as const, size: 1000 },
  // Still being downloaded.
  { id: 27, mimeType: null, size: null },
];
const EMOJI = '🙂';

function item(fields: Partial<ContentItem>): ContentItem {
  return { body: null, url: null, media: [], ...fields };
}

function issues(accountId: number, content: ContentItem, options: PostVersion['options'] = {}) {
  const versions = [{ accountId: 0, isOriginal: true, content: [content], options }];
  return networkIssues({ accounts: [accountId], versions }, ACCOUNTS, MEDIA).map(({ pointer, limit }) => [
    pointer,
    limit,
  ]);
}

describe('limits of chats, texts', () => {
  it.each([
    [1, 4096],
    [2, 2000],
  ])('counts UTF-16 code units for account %i', (id, limit) => {
    expect(issues(id, item({ body: EMOJI.repeat(limit / 2) }))).toEqual([]);
    expect(issues(id, item({ body: `${EMOJI.repeat(limit / 2)}x` }))).toEqual([
      ['#/versions/0/content/0/body', limit],
    ]);
  });

  it('limits a caption on Telegram to fewer characters, and the preview shows that', () => {
    const captioned = item({ body: 'x'.repeat(1025), media: [1] });

    expect(issues(1, item({ body: 'x'.repeat(1024), media: [1] }))).toEqual([]);
    expect(issues(1, captioned)).toEqual([['#/versions/0/content/0/body', 1024]]);
    expect(issues(2, captioned)).toEqual([]);
    expect(countedCharacters('telegram', captioned, {})).toEqual({ characters: 1025, limit: 1024 });
    expect(countedCharacters('telegram', item({ body: EMOJI }), {})).toEqual({ characters: 2, limit: 4096 });
  });
});

describe('limits of chats, width and height', () => {
  it.each(sizes)('of a photo of $input on $channel: $right ($report)', ({ channel, input, right }) => {
    const [width = null, height = null] = input;
    const versions = [{ accountId: 0, isOriginal: true, content: [item({ media: [1] })], options: {} }];
    const accounts = ACCOUNTS.filter(({ provider }) => provider === channel);
    const limitOf = (mimeType: 'image/png' | 'video/mp4') =>
      networkIssues({ accounts: accounts.map(({ id }) => id), versions }, accounts, [
        { id: 1, mimeType, size: 1000, width, height },
      ]).map(({ pointer, code, limit }) => [pointer, code, limit]);

    const limit = { sent: undefined, 'too large': 10_000, 'too narrow': 20 }[right];
    expect(limitOf('image/png')).toEqual(
      limit === undefined ? [] : [['#/versions/0/content/0/media/0', 'network_limit_exceeded', limit]],
    );
    expect(limitOf('video/mp4')).toEqual([]);
  });
});

describe('limits of chats, files', () => {
  it.each([
    ['ten files, images and videos together', 1, [...PICTURES.slice(0, 9), 20], []],
    ['eleven files', 1, PICTURES, [['', 10]]],
    ['eleven files on Discord', 2, PICTURES, [['', 10]]],
    ['a video of 50 MB on Telegram', 1, [22], []],
    [
      'a larger video on Telegram',
      1,
      [23],
      [
        ['', 50_000_000],
        ['/0', 50_000_000],
      ],
    ],
    ['videos of more than 50 MB together on Telegram', 1, [22, 20], [['', 50_000_000]]],
    ['a video of 10 MiB on Discord', 2, [20], []],
    ['a larger video on Discord', 2, [21], [['/0', 10 * MIB]]],
    ['a larger GIF on Discord', 2, [25], [['/0', 10 * MIB]]],
    ['files of more than 26 MB together on Discord', 2, [20, 20, 20], [['', 26_000_000]]],
    ['a video in WebM on Telegram', 1, [24], [['/0', 0]]],
    ['a video in WebM on Discord', 2, [24], []],
    ['a GIF on Telegram', 1, [26], []],
    ['a GIF in an album on Telegram', 1, [26, 1], [['', 1]]],
    ['a GIF and an image on Discord', 2, [26, 1], []],
    ['files of a type and size that are not known yet on Telegram', 1, [27, 1], []],
    ['files of a type and size that are not known yet on Discord', 2, [27, 1], []],
  ])('%s', (_, id, media, expected) => {
    const at = '#/versions/0/content/0/media';

    expect(issues(id, item({ media }))).toEqual(expected.map(([place, limit]) => [`${at}${place}`, limit]));
  });
});

describe('options of chats', () => {
  it.each([
    [1, { telegram: { disable_notification: 'yes' } }, ['telegram/disable_notification']],
    [1, { telegram: { link_preview: null, protect_content: true, parse_mode: 'HTML' } }, []],
    [2, { discord: { allowed_mentions: ['all'] } }, ['discord/allowed_mentions/0']],
    [2, { discord: { allowed_mentions: 'users' } }, ['discord/allowed_mentions']],
    [2, { discord: { allowed_mentions: ['users'], suppress_embeds: true } }, []],
  ])('of account %i, %j', (id, options, places) => {
    expect(issues(id, item({ body: 'x' }), options).map(([pointer]) => pointer)).toEqual(
      places.map((place) => `#/versions/0/options/${place}`),
    );
  });
});
