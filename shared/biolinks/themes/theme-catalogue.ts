import { DARK_THEMES } from './dark-themes.ts';
import { type FontId, FONTS } from './font-catalogue.ts';
import { LIGHT_THEMES } from './light-themes.ts';
import { STARK_THEMES } from './stark-themes.ts';
import type { Theme } from './theme.ts';

/** The default theme. */
export const DEFAULT_THEME = LIGHT_THEMES[0];

/** Every theme, the default first (docs/specification/biolinks.md#themes). */
export const THEMES: readonly Theme[] = [...LIGHT_THEMES, ...DARK_THEMES, ...STARK_THEMES];

/** The allowed values of `theme`. */
export const THEME_IDS: readonly string[] = THEMES.map(({ id }) => id);

/** The allowed values of `appearance.font_override`. */
export const FONT_IDS: readonly FontId[] = FONTS.map(({ id }) => id);

/** The theme with this id, if there is one. */
export function findTheme(id: string): Theme | undefined {
  return THEMES.find((theme) => theme.id === id);
}
