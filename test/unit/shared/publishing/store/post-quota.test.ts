import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { isCountedPost, releasePosts } from '#shared/publishing/store/post-quota.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

const counted = { id: '01980000-0000-7000-8000-000000000010', workspaceId: 'workspace' };
const other = { id: '01980000-0000-7000-8000-000000000011', workspaceId: 'workspace' };

describe('isCountedPost', () => {
  it('counts about one in 16 posts', () => {
    const found = Array.from({ length: 16_000 }, () => isCountedPost({ id: newId(NOW) }));

    // Five standard deviations.
    expect(Math.abs(found.filter(Boolean).length - 1000)).toBeLessThan(155);
  });
});

describe('releasePosts', () => {
  it('subtracts the counted posts with one write', () => {
    expect(releasePosts([other, counted, counted])).toMatchObject([
      { kind: 'update', key: { pk: 'Q#workspace', sk: 'posts' }, update: { values: { ':step': -2 } } },
    ]);
  });

  it('writes nothing without counted posts', () => {
    expect(releasePosts([other])).toEqual([]);
  });
});
