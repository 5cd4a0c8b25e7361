import { html } from 'hono/html';
import type { Markup } from '#shared/platform/render/markup.ts';

/** Icons of this project, in a view box of 24 × 24. */
export const ICONS = {
  email:
    'M3 4h18a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm.5 2.2 8.5 6.3 8.5-6.3H3.5ZM3 8.3V18h18V8.3l-9 6.7-9-6.7Z',
  phone:
    'M6.6 1.8 9 7.2 6.9 9.3a15 15 0 0 0 7.8 7.8l2.1-2.1 5.4 2.4-.6 3.9a1.5 1.5 0 0 1-1.5 1.2C10.2 22.5 1.5 13.8 1.5 3.9A1.5 1.5 0 0 1 2.7 2.4l3.9-.6Z',
  play: 'M7 3.5v17l14-8.5-14-8.5Z',
  tick: 'M12 1l2.7 2 3.3-.1 1 3.2 2.7 2-1.1 3.1 1.1 3.1-2.7 2-1 3.2-3.3-.1-2.7 2-2.7-2-3.3.1-1-3.2-2.7-2 1.1-3.1L2.3 8.1l2.7-2 1-3.2 3.3.1L12 1Zm-1.2 14.5 6-6-1.5-1.5-4.5 4.5-2.1-2.1-1.5 1.5 3.6 3.6Z',
  lock: 'M12 1.5a5.5 5.5 0 0 1 5.5 5.5v3H19a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 22H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 10h1.5V7A5.5 5.5 0 0 1 12 1.5Zm0 2.5a3 3 0 0 0-3 3v3h6V7a3 3 0 0 0-3-3Z',
  warning:
    'M12 2a1.5 1.5 0 0 1 1.3.8l9.5 17A1.5 1.5 0 0 1 21.5 22h-19a1.5 1.5 0 0 1-1.3-2.2l9.5-17A1.5 1.5 0 0 1 12 2Zm-1.2 6.5.4 7h1.6l.4-7h-2.4ZM12 17a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6Z',
} as const;

/** A decorative icon, hidden from screen readers because the text next to it has the meaning. */
export function decorativeIcon(path: string): Markup {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}" /></svg>`;
}

/** An icon that replaces a word. */
export function namedIcon(path: string, name: string): Markup {
  return html`<svg viewBox="0 0 24 24" role="img" aria-label="${name}"><path d="${path}" /></svg>`;
}
