import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, readableOn, withAccent } from '#shared/biolinks/themes/contrast.ts';
import { THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import type { Hex } from '#shared/biolinks/themes/theme.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);

describe('readableOn', () => {
  it('returns text of at least 4.5 to 1 on every colour', () => {
    fc.assert(
      fc.property(color, (ground) => {
        expect(contrast(readableOn(ground), ground)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: runs(2000) },
    );
  });

  // The worst case is among the greys: where black and white are equally readable.
  it('returns text of at least 4.5 to 1 on every grey', () => {
    for (let value = 0; value < 256; value += 1) {
      const ground = `#${value.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(readableOn(ground), ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('withAccent', () => {
  it('keeps buttons readable, and distinguishable from the background, whatever the accent', () => {
    fc.assert(
      fc.property(color, fc.constantFrom(...THEMES), (accent, { palette }) => {
        const { button, buttonText, buttonBorder, background } = withAccent(palette, accent);

        expect(contrast(buttonText, button)).toBeGreaterThanOrEqual(4.5);
        for (const stop of background) {
          expect(Math.max(contrast(button, stop), contrast(buttonBorder, stop))).toBeGreaterThanOrEqual(1.5);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});
