import { html } from 'hono/html';
import type { Markup } from './markup.ts';

const EMOJI = /\p{RGI_Emoji}+/gv;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * Hides decorative emoji from screen readers, so that a link is announced by its words. A text that consists only of emoji is
 * kept, because it has no other name. Digits and `#` do not count as emoji, although some emoji contain them.
 */
export function accessibleText(text: string): Markup {
  const words = text.replaceAll(EMOJI, '');
  if (words === text || !HAS_WORDS.test(words)) return html`${text}`;
  const parts: Markup[] = [];
  let end = 0;
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    parts.push(html`${text.slice(end, index)}<span aria-hidden="true">${emoji}</span>`);
    end = index + emoji.length;
  }
  return html`${parts}${text.slice(end)}`;
}
