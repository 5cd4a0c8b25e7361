import type { Hex, Palette } from './theme.ts';

const CHANNELS = [0.2126, 0.7152, 0.0722] as const;

/** Relative luminance, 0 for black to 1 for white (WCAG 2.2). Takes `#rrggbb` in either case. */
export function luminance(color: string): number {
  return CHANNELS.reduce((sum, weight, channel) => {
    const value = Number.parseInt(color.slice(1 + 2 * channel, 3 + 2 * channel), 16) / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Black or white, whichever is easier to read on a colour: at least 4.58 to 1 on any. */
export function readableOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff';
}

/**
 * A palette with its buttons in the page's accent (decisions 6). Where the accent hardly stands out from the background,
 * the buttons get the edge that inputs have, so that they still look like buttons.
 */
export function withAccent(palette: Palette, accent: Hex): Palette {
  const standsOut = palette.background.every((stop) => contrast(accent, stop) >= 1.5);
  return {
    ...palette,
    button: accent,
    buttonText: readableOn(accent),
    buttonBorder: standsOut ? accent : palette.border,
  };
}
