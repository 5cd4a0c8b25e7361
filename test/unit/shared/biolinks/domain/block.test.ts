import { describe, expect, it } from 'vitest';
import { isShown } from '#shared/biolinks/domain/block.ts';
import { aBlock } from '#test/support/builders/biolinks/block-builders.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';

describe('isShown', () => {
  it('shows a visible block without bounds', () => {
    expect(isShown(aBlock(), NOW)).toBe(true);
    expect(isShown(aBlock({ visible: false }), NOW)).toBe(false);
  });

  it('includes the start and excludes the end', () => {
    const block = aBlock({ startsAt: NOW, endsAt: secondsAfterNow(60) });
    const shown = [-0.001, 0, 59.999, 60].map((seconds) => isShown(block, secondsAfterNow(seconds)));

    expect(shown).toEqual([false, true, true, false]);
  });
});
