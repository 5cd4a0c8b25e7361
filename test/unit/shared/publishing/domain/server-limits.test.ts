import { describe, expect, it } from 'vitest';
import type { ServerFacts } from '#shared/publishing/domain/account.ts';
import { countedCharacters, networkIssues } from '#shared/publishing/domain/network-limits.ts';
import { previewPost } from '#shared/publishing/domain/post-preview.ts';

const SAYS_NOTHING: ServerFacts = {
  software: null,
  characters: null,
  files: null,
  imageBytes: null,
  videoBytes: null,
};
const MASTODON: ServerFacts = {
  software: 'mastodon',
  characters: 500,
  files: 4,
  imageBytes: 16_777_216,
  videoBytes: 103_809_024,
};
const VIDEO = { id: 1, mimeType: 'video/mp4' as const, size: 150_000_000 };
const IMAGES = [2, 3, 4, 5, 6].map((id) => ({ id, mimeType: 'image/png' as const, size: 1000 }));

function issuesOf(facts: ServerFacts | null, body: string, media: readonly number[] = []) {
  const versions = [{ accountId: 0, isOriginal: true, content: [{ body, url: null, media }], options: {} }];
  const accounts = [{ id: 1, provider: 'mastodon' as const, facts }];
  return networkIssues({ accounts: [1], versions }, accounts, [VIDEO, ...IMAGES]).map(
    ({ pointer, limit }) => [pointer, limit],
  );
}

describe('the limits of a server', () => {
  it('reject a video before the post is scheduled', () => {
    expect(issuesOf(MASTODON, 'Film', [1])).toEqual([['#/versions/0/content/0/media/0', 103_809_024]]);
    expect(issuesOf({ ...MASTODON, videoBytes: 200_000_000 }, 'Film', [1])).toEqual([]);
  });

  it('are those of every server if they are not known', () => {
    for (const facts of [null, SAYS_NOTHING]) {
      expect(issuesOf(facts, 'Film', [1])).toEqual([]);
      expect(issuesOf(facts, 'x'.repeat(501))).toEqual([['#/versions/0/content/0/body', 500]]);
      expect(issuesOf(facts, 'x', [2, 3, 4, 5, 6])).toEqual([['#/versions/0/content/0/media', 4]]);
    }
  });

  it('allow what the server allows', () => {
    const roomy = { ...MASTODON, characters: 5000, files: 16 };
    expect(issuesOf(roomy, 'x'.repeat(5000), [2, 3, 4, 5, 6])).toEqual([]);
    expect(issuesOf(roomy, 'x'.repeat(5001))).toEqual([['#/versions/0/content/0/body', 5000]]);
  });

  it('count links and mentions in full on other software', () => {
    const body = 'https://example.com/a/long/path @alice@example.com \u{1f468}\u200d\u{1f469}';
    const item = { body, url: null, media: [] };
    const other = { ...MASTODON, software: 'gotosocial' };
    expect(countedCharacters('mastodon', item, {}, MASTODON).characters).toBe(23 + 1 + 6 + 1 + 1);
    expect(countedCharacters('mastodon', item, {}, other).characters).toBe(Array.from(body).length);
  });

  it('are reported once for each server with other limits', () => {
    const content = [{ body: 'x'.repeat(600), url: null, media: [] }];
    const versions = [{ accountId: 0, isOriginal: true, content, options: {} }];
    const of = (id: number, characters: number) => ({
      id,
      provider: 'mastodon' as const,
      facts: { ...MASTODON, characters },
    });
    const accounts = [of(1, 500), of(2, 500), of(3, 550), of(4, 5000)];
    expect(
      networkIssues({ accounts: [1, 2, 3, 4], versions }, accounts, []).map(({ limit }) => limit),
    ).toEqual([500, 550]);
    expect(previewPost({ accounts: [4], versions }, accounts)).toMatchObject([{ items: [{ limit: 5000 }] }]);
  });
});
