import { FONTS, type FontId } from './font-catalogue.ts';
import type { Palette, Theme } from './theme.ts';

/** CSS custom properties and their values, in a stable order. */
export type CssProperties = readonly (readonly [name: `--${string}`, value: string])[];

/** Custom properties of a palette: what differs between light and dark mode. */
export function paletteProperties(palette: Palette): CssProperties {
  const { background } = palette;
  const gradient = `linear-gradient(165deg, ${background.join(', ')})`;
  return [
    ['--background', background.length === 1 ? background[0] : gradient],
    // Shown behind the gradient, in the browser UI and beyond the end of the page.
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

/** Custom properties of shape and fonts; `font_override` of a page replaces both fonts of the theme. */
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

/** Whether a text is the id of a font in the catalogue. */
export function isFontId(text: string): text is FontId {
  return FONTS.some(({ id }) => id === text);
}

function familyOf(font: FontId): string {
  return FONTS.find(({ id }) => id === font)?.family ?? 'sans-serif';
}
