import { DARK_THEMES } from './dark-themes.ts';
import { type FontId, FONTS } from './font-catalogue.ts';
import { LIGHT_THEMES } from './light-themes.ts';
import { STARK_THEMES } from './stark-themes.ts';
import type { Theme } from './theme.ts';

/** The theme of a page that names none. */
export const DEFAULT_THEME = LIGHT_THEMES[0];

/** Every theme a page can have, the default first (decisions 6). */
export const THEMES: readonly Theme[] = [...LIGHT_THEMES, ...DARK_THEMES, ...STARK_THEMES];

/** What `theme` of a page may say; anything else is `theme_unknown` with these as `allowed` (G63). */
export const THEME_IDS: readonly string[] = THEMES.map(({ id }) => id);

/** What `appearance.font_override` may say; anything else is `font_unknown` with these as `allowed` (R32). */
export const FONT_IDS: readonly FontId[] = FONTS.map(({ id }) => id);

/** The theme with this id. */
export function findTheme(id: string): Theme | undefined {
  return THEMES.find((theme) => theme.id === id);
}
