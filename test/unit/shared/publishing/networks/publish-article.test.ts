import { describe, expect, it } from 'vitest';
import { chooseArticle, runDigest } from '#shared/publishing/networks/publish-article.ts';

describe('chooseArticle', () => {
  it.each([
    ['the published copy, even if it is newer', [1, 2], [2], 2],
    ['the oldest of several drafts', [3, 1, 2], [], 1],
    ['the oldest of several published copies', [3, 1, 2], [3, 2], 2],
    ['none of none', [], [], undefined],
  ])('chooses %s', (_, ids, published: readonly number[], chosen) => {
    const copies = ids.map((id) => ({ id, published: published.includes(id) }));

    expect(chooseArticle(copies)?.id).toBe(chosen);
  });
});

describe('runDigest', () => {
  it('differs between runs and has the requested length', () => {
    expect(runDigest('post-1/run-1', 12)).toMatch(/^[0-9a-f]{12}$/u);
    expect(runDigest('post-1/run-2', 12)).not.toBe(runDigest('post-1/run-1', 12));
  });
});
