import { describe, expect, it } from 'vitest';
import { contrast } from '#shared/biolinks/themes/contrast.ts';
import { FONTS } from '#shared/biolinks/themes/font-catalogue.ts';
import {
  DEFAULT_THEME,
  findTheme,
  FONT_IDS,
  THEME_IDS,
  THEMES,
} from '#shared/biolinks/themes/theme-catalogue.ts';
import type { Palette, Theme } from '#shared/biolinks/themes/theme.ts';

/** Additional points between two stops of a gradient: mixed colours can be darker than both their ends. */
const STEPS = 16;

const palettes = THEMES.flatMap(({ id, palette, darkPalette }) => [
  { name: id, palette },
  ...(darkPalette ? [{ name: `${id}, dark`, palette: darkPalette }] : []),
]);

function mix(from: string, to: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** Every colour of the background, gradient included. */
function groundOf({ background }: Palette): string[] {
  return background.flatMap((stop, index) => {
    const next = background[index + 1] ?? stop;
    return Array.from({ length: STEPS }, (_, step) => mix(stop, next, step / STEPS));
  });
}

/** The lowest contrast of a colour on its possible backgrounds. */
function least(color: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrast(color, ground)));
}

function colorsOf({ background, ...rest }: Palette): string[] {
  return [...background, ...Object.values(rest)];
}

describe('THEMES', () => {
  it('contains the themes of the specification, paper first', () => {
    expect(THEME_IDS).toHaveLength(18);
    expect(THEME_IDS.toSorted()).toEqual(
      [
        'paper',
        'ink',
        'auto',
        'mist',
        'dune',
        'forest',
        'lagoon',
        'sunset',
        'orchid',
        'graphite',
        'neon',
        'mono',
        'terminal',
        'pastel',
        'high-contrast',
        'studio',
        'citrus',
        'cobalt',
      ].toSorted(),
    );
    expect(THEMES[0]).toBe(DEFAULT_THEME);
    expect(DEFAULT_THEME.id).toBe('paper');
  });

  it.each(palettes)('$name has its colours as #rrggbb, in lower case', ({ palette }) => {
    expect(colorsOf(palette).filter((color) => !/^#[0-9a-f]{6}$/u.test(color))).toEqual([]);
  });

  it.each(palettes)('$name has readable text, secondary text and error text everywhere', ({ palette }) => {
    const grounds = [...groundOf(palette), palette.surface];

    expect(least(palette.text, grounds)).toBeGreaterThanOrEqual(7);
    expect(least(palette.muted, grounds)).toBeGreaterThanOrEqual(4.5);
    expect(least(palette.danger, grounds)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(palettes)('$name has readable buttons', ({ palette }) => {
    expect(contrast(palette.buttonText, palette.button)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(palettes)('$name shows focus and the edges of inputs (WCAG 1.4.11)', ({ palette }) => {
    const grounds = [...groundOf(palette), palette.surface];

    expect(least(palette.focus, grounds)).toBeGreaterThanOrEqual(3);
    expect(least(palette.border, grounds)).toBeGreaterThanOrEqual(3);
  });

  it.each(palettes)('$name is as light or dark as it declares', ({ name, palette }) => {
    const mode = name.endsWith(', dark') ? 'dark' : findTheme(name)?.mode;
    const [ground] = palette.background;

    expect(contrast(ground, '#ffffff') > contrast(ground, '#000000')).toBe(mode === 'dark');
  });

  it('high-contrast reaches 7 to 1 for every text', () => {
    const { palette } = findTheme('high-contrast') ?? DEFAULT_THEME;

    expect(contrast(palette.muted, palette.background[0])).toBeGreaterThanOrEqual(7);
    expect(contrast(palette.danger, palette.background[0])).toBeGreaterThanOrEqual(7);
    expect(contrast(palette.buttonText, palette.button)).toBeGreaterThanOrEqual(7);
  });

  it.each(THEMES)('$id loads at most one font file', ({ fonts }) => {
    const files = new Set([fonts.heading, fonts.body].filter((id) => isHosted(id)));

    expect(files.size).toBeLessThanOrEqual(1);
  });

  it('has a dark variant for the neutral themes, which follow the system, and for no other', () => {
    expect(THEMES.filter(({ darkPalette }) => darkPalette).map(({ id }) => id)).toEqual(['auto', 'studio']);
    expect(THEMES.filter(({ mode }) => mode === 'auto').map(({ id }) => id)).toEqual(['auto', 'studio']);
  });

  it('has no two themes that look alike', () => {
    const looks = THEMES.map(({ palette, shape, fonts }: Theme) => JSON.stringify([palette, shape, fonts]));

    expect(new Set(looks).size).toBe(THEMES.length);
  });
});

describe('findTheme', () => {
  it('returns a theme by its id, and nothing for any other string', () => {
    expect(findTheme('sunset')?.name).toBe('Sunset');
    expect(findTheme('Sunset')).toBeUndefined();
    expect(findTheme('constructor')).toBeUndefined();
  });
});

describe('FONTS', () => {
  it('contains the fonts of the specification', () => {
    expect(FONT_IDS).toEqual(
      expect.arrayContaining(['system', 'inter', 'lora', 'space-grotesk', 'jetbrains-mono']),
    );
  });

  it.each(FONTS)('$id ends in a family that every device has', ({ family }) => {
    expect(family).toMatch(/, (?:sans-serif|serif|monospace)$/u);
  });

  it('references one WOFF2 file of its package for each hosted font', () => {
    const files = FONTS.flatMap(({ id, file }) => (file ? [[id, `${file.package}/${file.path}`]] : []));

    expect(files).toContainEqual(['inter', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2']);
    expect(files.filter(([id, path]) => !path?.includes(`/${id}/files/${id}-latin-`))).toEqual([]);
  });
});

function isHosted(id: string): boolean {
  return FONTS.find((font) => font.id === id)?.file !== null;
}
