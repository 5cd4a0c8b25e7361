import type { Hex, Palette } from './theme.ts';

const CHANNELS = [0.2126, 0.7152, 0.0722] as const;

/** Relative luminance of a colour `#rrggbb`, from 0 (black) to 1 (white) (WCAG 2.2). */
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

/** Black or white, whichever has the higher contrast: at least 4.58 to 1 on any colour. */
export function readableOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff';
}

/**
 * A palette with the accent colour of the page for its buttons. If the accent hardly differs from the background, the buttons
 * get the border of inputs, so that they remain recognisable.
 */
export function withAccent(palette: Palette, accent: Hex): Palette {
  const isDistinct = palette.background.every((stop) => contrast(accent, stop) >= 1.5);
  return {
    ...palette,
    button: accent,
    buttonText: readableOn(accent),
    buttonBorder: isDistinct ? accent : palette.border,
  };
}
