import { html } from 'hono/html';
import type { Markup } from '#shared/platform/render/markup.ts';

/** One emoji of a sequence: with a skin tone, shown as an emoji by default, or by the selector after it. */
const ELEMENT = String.raw`(?:\p{EBase}\p{EMod}|[\p{EPres}--\p{RI}]|\p{ExtPict}\uFE0F)`;
const JOINED = String.raw`${ELEMENT}(?:\u200D${ELEMENT})*[\u{E0020}-\u{E007F}]*`;
const FLAG = String.raw`\p{RI}{2}`;
const KEYCAP = String.raw`[0-9#*]\uFE0F\u20E3`;
/** Emoji sequences (UTS #51, 1.4). `\p{RGI_Emoji}` would list each sequence, which takes 8 ms of a cold start. */
const EMOJI = new RegExp(`(?:${JOINED}|${FLAG}|${KEYCAP})+`, 'gv');
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
