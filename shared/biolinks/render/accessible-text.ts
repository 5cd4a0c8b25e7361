import { html } from 'hono/html';
import type { Markup } from './markup.ts';

const EMOJI = /\p{RGI_Emoji}+/gv;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * A text whose decorative emoji are hidden from screen readers, so that a link is called what it leads to (decisions 6). A
 * text of emoji alone is left as it is: it has no other name. Digits and `#` are no decoration, though some emoji hold them.
 */
export function accessibleText(text: string): Markup {
  const words = text.replaceAll(EMOJI, '');
  if (words === text || !SAYS_SOMETHING.test(words)) return html`${text}`;
  const parts: Markup[] = [];
  let end = 0;
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    parts.push(html`${text.slice(end, index)}<span aria-hidden="true">${emoji}</span>`);
    end = index + emoji.length;
  }
  return html`${parts}${text.slice(end)}`;
}
