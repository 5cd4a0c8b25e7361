import { contrast } from './contrast.ts';
import type { Palette, Theme } from './theme.ts';

/** The contrast ratios of the texts of a theme, each the lowest of all places and modes, rounded down to one decimal. */
export type ThemeContrast = { readonly text: number; readonly muted: number; readonly button: number };

export function themeContrast({ palette, darkPalette }: Theme): ThemeContrast {
  const palettes = darkPalette === null ? [palette] : [palette, darkPalette];
  const lowest = (ratios: (each: Palette) => number[]) =>
    Math.floor(Math.min(...palettes.flatMap(ratios)) * 10) / 10;
  const onGround =
    (color: 'text' | 'muted') =>
    (each: Palette): number[] =>
      [...each.background, each.surface].map((ground) => contrast(each[color], ground));
  return {
    text: lowest(onGround('text')),
    muted: lowest(onGround('muted')),
    button: lowest(({ buttonText, button }) => [contrast(buttonText, button)]),
  };
}
