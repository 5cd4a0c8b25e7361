import { describe, expect, it } from 'vitest';
import { FONT_IDS, findTheme, THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import { themePreview } from '#shared/biolinks/themes/theme-preview.ts';
import { isFontId, paletteProperties, shapeProperties } from '#shared/biolinks/themes/theme-properties.ts';

/** Characters that would end a declaration or start another one. */
const UNSAFE = /[;{}<>\\]/u;

describe('paletteProperties', () => {
  it('returns the same closed set for every theme', () => {
    const names = THEMES.map(({ palette }) => paletteProperties(palette).map(([name]) => name));

    expect(new Set(names.map((set) => set.join()))).toHaveLength(1);
    expect(names[0]).toEqual([
      '--background',
      '--background-color',
      '--surface',
      '--text',
      '--muted',
      '--button',
      '--button-text',
      '--button-border',
      '--border',
      '--line',
      '--focus',
      '--danger',
    ]);
  });

  it('returns a gradient only for several colours', () => {
    const backgroundOf = (id: string) =>
      THEMES.filter((theme) => theme.id === id).map(({ palette }) => paletteProperties(palette)[0]?.[1]);

    expect(backgroundOf('paper')).toEqual(['#faf7f1']);
    expect(backgroundOf('mist')).toEqual(['linear-gradient(165deg, #f3f7fb, #d9e5ef)']);
  });
});

describe('shapeProperties', () => {
  it('sets heading and text in the fonts of the theme', () => {
    const theme = findTheme('orchid');
    const properties = Object.fromEntries(theme ? shapeProperties(theme, null) : []);

    expect(properties['--font-heading']).toContain("'Fraunces'");
    expect(properties['--font-body']).toContain('system-ui');
  });

  it('sets both in the font of the page instead', () => {
    for (const font of FONT_IDS) {
      const theme = findTheme('orchid');
      const properties = Object.fromEntries(theme ? shapeProperties(theme, font) : []);

      expect(properties['--font-heading']).toBe(properties['--font-body']);
      expect(properties['--font-body']).not.toBe('sans-serif');
    }
  });

  it('contains nothing that could leave its declaration', () => {
    for (const theme of THEMES) {
      const values = [...paletteProperties(theme.palette), ...shapeProperties(theme, null)];
      expect(values.filter(([, value]) => UNSAFE.test(value))).toEqual([]);
    }
  });
});

describe('isFontId', () => {
  it('accepts only the fonts of the catalogue', () => {
    expect(FONT_IDS.every(isFontId)).toBe(true);
    expect(isFontId('comic-sans')).toBe(false);
    expect(isFontId('')).toBe(false);
  });
});

describe('themePreview', () => {
  it.each(THEMES)('is a small picture of $id in its colours', (theme) => {
    const preview = themePreview(theme);
    const svg = decodeURIComponent(preview.replace('data:image/svg+xml,', ''));

    expect(preview).toMatch(/^data:image\/svg\+xml,%3Csvg/u);
    expect(preview.length).toBeLessThan(2048);
    for (const color of [...theme.palette.background, theme.palette.text, theme.palette.button]) {
      expect(svg).toContain(color);
    }
    expect(svg).not.toContain('NaN');
  });
});
