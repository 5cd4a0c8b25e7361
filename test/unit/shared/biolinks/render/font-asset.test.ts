import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { FONT_ASSETS } from '#shared/biolinks/render/font-asset.ts';
import { FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import { FONT_RELEASE, SITE_FONT } from '#shared/platform/render/site-font.ts';

const { resolve } = createRequire(import.meta.url);

describe('font assets', () => {
  it('are the hosted fonts of the catalogue', () => {
    expect(FONT_ASSETS.map(({ file }) => file)).toEqual(
      FONTS.filter(({ file }) => file !== null).map(({ id }) => `${id}-${FONT_RELEASE}.woff2`),
    );
  });

  // Browsers would cache a file whose content changes under the same name for a year.
  it.each([...FONT_ASSETS, { ...SITE_FONT, file: SITE_FONT.path }])(
    '$file has the version of its package',
    ({ module }) => {
      const manifest = `${module.split('/').slice(0, 2).join('/')}/package.json`;

      expect(JSON.parse(readFileSync(resolve(manifest), 'utf8')).version).toBe(FONT_RELEASE);
    },
  );

  it.each(FONT_ASSETS)('$file exists and is small enough to send', ({ module }) => {
    expect(statSync(resolve(module)).size).toBeLessThan(64 * 1024);
  });
});
