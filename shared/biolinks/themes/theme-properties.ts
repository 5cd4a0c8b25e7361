import { FONTS, type FontId } from './font-catalogue.ts';
import type { Palette, Theme } from './theme.ts';

/** CSS custom properties with their values, in a stable order. */
export type CssProperties = readonly (readonly [name: `--${string}`, value: string])[];

/** Custom properties of a palette: what differs between the light and the dark side of a theme. */
export function paletteProperties(palette: Palette): CssProperties {
  const { background } = palette;
  const gradient = `linear-gradient(165deg, ${background.join(', ')})`;
  return [
    ['--background', background.length === 1 ? background[0] : gradient],
    // Behind the gradient, for the bars of the browser and for what lies beyond the page's end.
    ['--background-color', background[0]],
    ['--surface', palette.surface],
    ['--text', palette.text],
    ['--muted', palette.muted],
    ['--button', palette.button],
    ['--button-text', palette.buttonText],
    ['--button-border', palette.buttonBorder],
    ['--border', palette.border],
    ['--line', palette.line],
    ['--focus', palette.focus],
    ['--danger', palette.danger],
  ];
}

/** Custom properties of a theme's shape and letters; a page's `font_override` replaces both of its fonts. */
export function shapeProperties({ shape, fonts }: Theme, fontOverride: FontId | null): CssProperties {
  return [
    ['--button-radius', shape.buttonRadius],
    ['--card-radius', shape.cardRadius],
    ['--border-width', shape.borderWidth],
    ['--shadow', shape.shadow],
    ['--font-heading', familyOf(fontOverride ?? fonts.heading)],
    ['--font-body', familyOf(fontOverride ?? fonts.body)],
  ];
}

/** Whether a text names a font of the catalogue. */
export function isFontId(text: string): text is FontId {
  return FONTS.some(({ id }) => id === text);
}

function familyOf(font: FontId): string {
  return FONTS.find(({ id }) => id === font)?.family ?? 'sans-serif';
}
