/** The colours that a person has chosen; `system` follows the setting of the device. */
export const THEMES = ['light', 'dark', 'system'] as const;

export type Theme = (typeof THEMES)[number];

/** The name of the choice in the storage of the browser. It is no secret, so it may outlive the tab. */
export const STORED_THEME = 'console-theme';

/** Shows the page in the colours of a theme, and names its ground to the browser, which draws bars around the page. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-of]')) {
    const { of } = meta.dataset;
    if (theme === 'system') meta.media = `(prefers-color-scheme:${of})`;
    else meta.media = of === theme ? 'all' : 'not all';
  }
}
