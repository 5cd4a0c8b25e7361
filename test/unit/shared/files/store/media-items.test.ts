import { describe, expect, it } from 'vitest';
import { fromMediaItem, toMediaItem } from '#shared/files/store/media-items.ts';
import { aMedia } from '#test/support/builders/files/media-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';

describe('the item of a file', () => {
  it('that an earlier version stored has no width and height', () => {
    const { width, height, ...earlier } = toMediaItem(aMedia({ width: 4, height: 3 }), aContext().change);

    expect([width, height]).toEqual([4, 3]);
    expect(fromMediaItem(earlier)).toMatchObject({ state: 'ready', width: null, height: null });
  });
});
