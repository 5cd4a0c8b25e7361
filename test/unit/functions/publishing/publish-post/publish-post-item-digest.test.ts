import { describe, expect, it } from 'vitest';
import { itemDigest } from '#functions/publishing/publish-post/item-digest.ts';

const ITEM = { body: 'Hello', url: 'https://example.com/a', media: [1, 2] };

describe('itemDigest', () => {
  it.each([
    ['its text', { body: 'Hello!' }],
    ['its link', { url: 'https://example.com/b' }],
    [
      'a link that its text contains',
      { body: 'Hello https://example.com/a\n\nhttps://example.com/a', url: null },
    ],
    ['its files', { media: [1] }],
    ['the order of its files', { media: [2, 1] }],
  ])('distinguishes an item from one that differs in %s', (_, change) => {
    expect(itemDigest({ ...ITEM, ...change })).not.toBe(itemDigest(ITEM));
  });

  it('is the same for items that pass the same to readers', () => {
    expect(itemDigest({ ...ITEM, body: ' Hello\n' })).toBe(itemDigest(ITEM));
    expect(itemDigest({ ...ITEM, body: null, url: null })).toBe(itemDigest({ ...ITEM, body: '', url: null }));
  });
});
