import { cutText } from '#shared/platform/core/text.ts';

const MAX_TEXTS = 10;
const MAX_LENGTH = 100;

/** Names that a client has sent, in an error: not more than a model can use. */
export function namedTexts(names: readonly string[]): string {
  const shown = names.slice(0, MAX_TEXTS).map((name) => cutText(name, MAX_LENGTH, 'utf-16'));
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}
