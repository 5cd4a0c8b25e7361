import { textLength, type TextUnit } from '#shared/platform/core/text.ts';

/** The most characters of a text, in the unit that the provider counts. */
export type TextLimit = { readonly most: number; readonly unit: TextUnit };

const LIMITS: ReadonlyMap<string, TextLimit> = new Map([
  // AWS counts UTF-16 code units, of which most emoji have two. A text message has at most ten parts.
  ['sms', { most: 1600, unit: 'utf-16' }],
  ['whatsapp', { most: 4096, unit: 'code-points' }],
  ['sandbox', { most: 4096, unit: 'code-points' }],
]);
const ELSEWHERE: TextLimit = { most: 2000, unit: 'code-points' };

/** The limit of a text on a platform (docs/specification/messaging.md#content-of-messages). */
export function textLimitOf(platform: string): TextLimit {
  return LIMITS.get(platform) ?? ELSEWHERE;
}

/** By how many characters a text is too long; 0 or less if it fits. */
export function excessOf(text: string, { most, unit }: TextLimit): number {
  return textLength(text, unit) - most;
}

/** What to do about a text that is too long. `what` is the text in the sentence. */
export function shorterText({ most, unit }: TextLimit, what: string): string {
  return `Use at most ${most} characters ${what}.${unit === 'utf-16' ? ' Most emoji count as two.' : ''}`;
}
