import { describe, expect, it } from 'vitest';
import type { Account } from '#shared/publishing/domain/account.ts';
import { networkIssues, networkLength } from '#shared/publishing/domain/network-limits.ts';
import type { ContentItem, PostVersion } from '#shared/publishing/domain/post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';

const ACCOUNTS: Pick<Account, 'id' | 'provider'>[] = [
  { id: 1, provider: 'mastodon' },
  { id: 2, provider: 'bluesky' },
  { id: 3, provider: 'sandbox' },
  { id: 4, provider: 'mastodon' },
  { id: 5, provider: 'wordpress' },
  { id: 6, provider: 'devto' },
  { id: 7, provider: 'linkedin' },
];
const IMAGES = [1, 2, 3, 4, 5];
const MEDIA = [
  ...IMAGES.map((id) => ({ id, mimeType: 'image/png' as const, size: 2_000_000 })),
  { id: 6, mimeType: 'video/mp4' as const, size: 200_000_000 },
  { id: 7, mimeType: 'video/webm' as const, size: 1000 },
  { id: 8, mimeType: 'image/gif' as const, size: 1000 },
  { id: 9, mimeType: 'image/gif' as const, size: 2_000_001 },
];
const FLAG = '🇫🇷';
const FAMILY = '👨‍👩‍👧‍👦';

function item(fields: Partial<ContentItem>): ContentItem {
  return { body: null, url: null, media: [], ...fields };
}

function version(accountId: number, ...content: ContentItem[]): PostVersion {
  return { accountId, isOriginal: accountId === 0, content, options: {} };
}

function issues(accounts: number[], ...versions: PostVersion[]) {
  return networkIssues({ accounts, versions }, ACCOUNTS, MEDIA).map(({ pointer, limit, provider }) => [
    pointer,
    provider,
    limit,
  ]);
}

describe('networkIssues, texts', () => {
  it.each([
    ['mastodon', 1, 500],
    ['bluesky', 2, 300],
    ['wordpress', 5, 65_535],
    ['devto', 6, 65_535],
  ] as const)('allows %s its limit in characters and no more', (provider, id, limit) => {
    expect(issues([id], version(0, item({ body: 'x'.repeat(limit) })))).toEqual([]);
    expect(issues([id], version(0, item({ body: 'x'.repeat(limit + 1) })))).toEqual([
      ['#/versions/0/content/0/body', provider, limit],
    ]);
  });

  it.each([1, 2])('counts what readers see as one character once, for account %i', (id) => {
    expect(issues([id], version(0, item({ body: FLAG.repeat(id === 1 ? 500 : 300) })))).toEqual([]);
    expect(issues([id], version(0, item({ body: FLAG.repeat(id === 1 ? 501 : 301) })))).toHaveLength(1);
  });

  it('accepts everything for the sandbox', () => {
    const content = Array.from({ length: 26 }, () =>
      item({ body: 'x'.repeat(5000), media: [...IMAGES, 6, 7] }),
    );

    expect(issues([3], version(0, ...content))).toEqual([]);
  });

  it('counts the link with the text, unless the text contains it', () => {
    const url = 'https://example.com/1';
    const room = 300 - url.length - '\n\n'.length;
    expect(issues([2], version(0, item({ body: 'x'.repeat(room), url })))).toEqual([]);
    expect(issues([2], version(0, item({ body: 'x'.repeat(room + 1), url })))).toHaveLength(1);
    expect(issues([2], version(0, item({ body: `${url} ${'x'.repeat(299 - url.length)}`, url })))).toEqual(
      [],
    );
  });

  it('counts a link on Mastodon as 23 characters, however long', () => {
    const url = `https://example.com/${'a'.repeat(500)}`;

    expect(networkLength('mastodon', url)).toBe(23);
    expect(networkLength('mastodon', `${url} and HTTP://EXAMPLE.COM`)).toBe(23 + ' and '.length + 23);
    expect(networkLength('bluesky', url)).toBe(url.length);
  });

  it('reports the length and the position in words', () => {
    const [found] = networkIssues(
      { accounts: [1], versions: [version(0, item({ body: 'x'.repeat(501) }))] },
      ACCOUNTS,
      MEDIA,
    );

    expect(found).toEqual({
      pointer: '#/versions/0/content/0/body',
      ...publishingErrors.network_limit_exceeded(),
      detail: 'Text and link have 501 characters. The maximum on mastodon is 500. Shorten the text.',
      provider: 'mastodon',
      limit: 500,
    });
  });
});

describe('networkIssues, what networks count besides characters', () => {
  it('limits Bluesky by bytes, however few characters they are', () => {
    // 25 bytes and one character each.
    expect(issues([2], version(0, item({ body: FAMILY.repeat(120) })))).toEqual([]);
    expect(issues([2], version(0, item({ body: FAMILY.repeat(121) })))).toEqual([
      ['#/versions/0/content/0/body', 'bluesky', 3000],
    ]);
  });

  it('counts a content warning with the text on Mastodon only, and its links at full length', () => {
    const warning = `Food: https://example.com/${'x'.repeat(74)}`;
    const warned = (characters: number): PostVersion => ({
      ...version(0, item({ body: 'x'.repeat(characters) })),
      options: { mastodon: { spoiler_text: warning }, bluesky: { spoiler_text: warning } },
    });

    expect(warning).toHaveLength(100);
    expect(issues([1], warned(400))).toEqual([]);
    expect(issues([1], warned(401))).toEqual([['#/versions/0/content/0/body', 'mastodon', 500]]);
    expect(issues([2], warned(300))).toEqual([]);
  });

  it('limits the size of each image on Bluesky', () => {
    const images = version(0, item({ media: [1, 9] }), item({ media: [9] }));

    expect(issues([2], images)).toEqual([
      ['#/versions/0/content/0/media/1', 'bluesky', 2_000_000],
      ['#/versions/0/content/1/media/0', 'bluesky', 2_000_000],
    ]);
    expect(issues([1, 3], images)).toEqual([]);
  });
});

describe('networkIssues, options', () => {
  it.each([
    [1, { mastodon: { visibility: 'followers' } }, ['#/versions/0/options/mastodon/visibility']],
    [
      1,
      { mastodon: { spoiler_text: 7, language: 'English', poll: {} } },
      ['#/versions/0/options/mastodon/spoiler_text', '#/versions/0/options/mastodon/language'],
    ],
    [2, { bluesky: { langs: ['en', 'no language'] } }, ['#/versions/0/options/bluesky/langs/1']],
    [2, { bluesky: { langs: ['en', 'de', 'fr', 'it'] } }, ['#/versions/0/options/bluesky/langs']],
    [3, { sandbox: { fail: 'sometimes' } }, ['#/versions/0/options/sandbox/fail']],
    [
      5,
      {
        wordpress: { title: ' ', excerpt: 7, categories: [0], tags: [1.5], format: 'poem', status: 'draft' },
      },
      ['title', 'excerpt', 'categories/0', 'tags/0', 'format', 'status'].map(
        (name) => `#/versions/0/options/wordpress/${name}`,
      ),
    ],
    [5, { wordpress: { title: 'One\nTwo' } }, ['#/versions/0/options/wordpress/title']],
    [5, { wordpress: { tags: Array(51).fill(1) } }, ['#/versions/0/options/wordpress/tags']],
    [5, { wordpress: { title: 'x'.repeat(256) } }, ['#/versions/0/options/wordpress/title']],
    [5, { wordpress: { excerpt: 'x'.repeat(2001) } }, ['#/versions/0/options/wordpress/excerpt']],
    [5, { wordpress: { title: 'Lamps', status: 'private', format: 'aside', tags: [1], template: 7 } }, []],
    [
      6,
      { devto: { title: 'x'.repeat(129), tags: ['Web Dev'], canonical_url: 'lamps', organization_id: 0 } },
      ['title', 'tags/0', 'canonical_url', 'organization_id'].map(
        (name) => `#/versions/0/options/devto/${name}`,
      ),
    ],
    [
      6,
      { devto: { series: '', description: 'x'.repeat(256) } },
      ['#/versions/0/options/devto/series', '#/versions/0/options/devto/description'],
    ],
    [6, { devto: { tags: ['a', 'b', 'c', 'd', 'e'] } }, ['#/versions/0/options/devto/tags']],
    [6, { devto: { organization_id: 1.5 } }, ['#/versions/0/options/devto/organization_id']],
    [6, { devto: { title: 'x'.repeat(128), tags: ['aws'], canonical_url: 'https://example.com/a' } }, []],
    [1, { mastodon: { visibility: 'private' }, bluesky: { langs: 1 } }, []],
    [1, { mastodon: { visibility: null, whatever: true }, tumblr: { visibility: 'followers' } }, []],
  ])('of account %i, %j', (id, options, pointers) => {
    const versions = [{ ...version(0, item({ body: 'x' })), options }];
    const found = networkIssues({ accounts: [id], versions }, ACCOUNTS, MEDIA);

    expect(found.map(({ code, pointer }) => [code, pointer])).toEqual(
      pointers.map((pointer) => ['options_invalid', pointer]),
    );
  });
});

describe('networkIssues, media', () => {
  it.each([
    ['mastodon accepts four images', 1, [1, 2, 3, 4], undefined],
    ['mastodon rejects a fifth', 1, IMAGES, 4],
    ['mastodon accepts a video', 1, [6], undefined],
    ['mastodon rejects a second video', 1, [6, 7], 1],
    ['mastodon rejects an image next to a video', 1, [6, 1], 0],
    ['mastodon treats a GIF as an image', 1, [8, 1, 2, 3], undefined],
    ['bluesky accepts ten images', 2, [...IMAGES, ...IMAGES], undefined],
    ['bluesky rejects an eleventh', 2, [...IMAGES, ...IMAGES, 1], 10],
    ['bluesky rejects a video', 2, [6], 0],
    ['wordpress accepts images', 5, IMAGES, undefined],
    ['wordpress rejects a video', 5, [6], 0],
    ['dev.to rejects an image', 6, [1], 0],
    ['unknown files are skipped', 2, [96, 97, 98, 99, 100], undefined],
  ])('%s', (_, id, media, limit) => {
    const [first] = networkIssues(
      { accounts: [id], versions: [version(0, item({ media }))] },
      ACCOUNTS,
      MEDIA,
    );

    expect(first?.['limit']).toBe(limit);
    expect(first?.pointer).toBe(limit === undefined ? undefined : '#/versions/0/content/0/media');
  });
});

describe('networkIssues, versions and threads', () => {
  const long = item({ body: 'x'.repeat(501) });
  const short = item({ body: 'x' });

  it('checks what each account gets: its own version, else the original', () => {
    expect(issues([1, 2], version(0, long), version(1, short))).toEqual([
      ['#/versions/0/content/0/body', 'bluesky', 300],
    ]);
    expect(issues([1, 3], version(0, short), version(1, short, long))).toEqual([
      ['#/versions/1/content/1/body', 'mastodon', 500],
    ]);
  });

  it('skips versions that no account gets, and unknown accounts', () => {
    expect(issues([3, 99], version(0, long))).toEqual([]);
    expect(issues([], version(0, long))).toEqual([]);
  });

  it('reports once for accounts of one network with one version, and for each with its own', () => {
    expect(issues([1, 4], version(0, long))).toHaveLength(1);
    expect(issues([1, 4], version(0, short), version(1, long), version(4, long))).toHaveLength(2);
  });

  it('limits the length of a thread', () => {
    const items = Array.from({ length: 26 }, () => short);

    expect(issues([1], version(0, ...items.slice(1)))).toEqual([]);
    expect(issues([1], version(0, ...items))).toEqual([['#/versions/0/content', 'mastodon', 25]]);
  });

  it('rejects a thread of articles, and says that there is no thread', () => {
    const found = networkIssues({ accounts: [5], versions: [version(0, short, short)] }, ACCOUNTS, MEDIA);

    expect(found).toMatchObject([
      {
        pointer: '#/versions/0/content',
        detail: 'Posts on wordpress cannot be threads. Use one item of content.',
        limit: 1,
      },
    ]);
    expect(issues([6], version(0, short, short))).toEqual([['#/versions/0/content', 'devto', 1]]);
  });
});

describe('networkIssues, linkedin', () => {
  it('accepts 3,000 UTF-16 code units with the link, and 20 images', () => {
    const media = Array.from({ length: 20 }, (_, id) => ({
      id: 100 + id,
      mimeType: 'image/png' as const,
      size: 5_000_000,
    }));
    const post = (text: string, count: number) => ({
      accounts: [7],
      versions: [version(0, item({ body: text, media: media.slice(0, count).map(({ id }) => id) }))],
    });

    expect(networkIssues(post('x'.repeat(3000), 20), ACCOUNTS, media)).toEqual([]);
    expect(networkIssues(post(FLAG.repeat(751), 1), ACCOUNTS, media)).toMatchObject([{ limit: 3000 }]);
  });

  it('accepts JPEG, PNG and GIF', () => {
    const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
    const media = types.map((mimeType, id) => ({ id, mimeType, size: 1000 }));
    const versions = [version(0, item({ body: 'Look', media: media.map(({ id }) => id) }))];

    expect(networkIssues({ accounts: [7], versions }, ACCOUNTS, media)).toMatchObject([
      { pointer: '#/versions/0/content/0/media/3', code: 'network_limit_exceeded' },
    ]);
  });

  it('has no threads, and says so', () => {
    const versions = [version(0, item({ body: 'One' }), item({ body: 'Two' }))];

    expect(networkIssues({ accounts: [7], versions }, ACCOUNTS, MEDIA)).toMatchObject([
      { limit: 1, detail: 'Posts on linkedin cannot be threads. Use one item of content.' },
    ]);
  });
});
