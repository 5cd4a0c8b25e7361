import { useState } from 'preact/hooks';
import { keepChoice, readChoice } from '#console/session/kept-choice.ts';
import { applyTheme, STORED_THEME, type Theme, THEMES } from './theme.ts';

export type ThemeChoice = {
  readonly theme: Theme;
  readonly choose: (theme: Theme) => void;
};

/** The theme that the person has chosen in this browser. */
export function useTheme(): ThemeChoice {
  const [theme, setTheme] = useState<Theme>(
    () => THEMES.find((each) => each === readChoice(STORED_THEME)) ?? 'system',
  );

  function choose(chosen: Theme): void {
    keepChoice(STORED_THEME, chosen === 'system' ? undefined : chosen);
    applyTheme(chosen);
    setTheme(chosen);
  }
  return { theme, choose };
}

/** Whether the page is dark now. */
export function isDark(theme: Theme): boolean {
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
