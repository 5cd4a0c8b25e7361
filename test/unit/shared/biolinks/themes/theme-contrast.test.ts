import { describe, expect, it } from 'vitest';
import { findTheme, THEMES } from '#shared/biolinks/themes/theme-catalogue.ts';
import { themeContrast } from '#shared/biolinks/themes/theme-contrast.ts';

describe('themeContrast', () => {
  it.each(THEMES)('is at least 4.5 for every text of $id', (theme) => {
    for (const ratio of Object.values(themeContrast(theme))) expect(ratio).toBeGreaterThanOrEqual(4.5);
  });

  it('is that of the less readable place and mode', () => {
    const theme = findTheme('auto');
    if (!theme?.darkPalette) throw new Error('The theme has two modes');
    const black = {
      ...theme.darkPalette,
      background: ['#000000'],
      surface: '#777777',
      text: '#ffffff',
    } as const;

    expect(themeContrast({ ...theme, darkPalette: black }).text).toBe(4.4);
  });
});
