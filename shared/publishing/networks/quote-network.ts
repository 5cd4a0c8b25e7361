import { cutText } from '#shared/platform/core/text.ts';

/** Maximum length of a quoted message, in code points. */
const MAX_QUOTE = 300;
/** A shorter secret would also match ordinary words. */
const MIN_SECRET = 4;

/**
 * Makes the message of a network safe to show and to store: on one line, truncated, and without the secrets that we sent and
 * that the network may have echoed.
 */
export function quoteNetwork(text: string, secrets: readonly string[]): string {
  const cleared = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .reduce((kept, secret) => kept.replaceAll(secret, '[removed]'), text);
  const line = cleared
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .toWellFormed();
  const cut = cutText(line, MAX_QUOTE, 'code-points');
  return cut === line ? line : `${cut}…`;
}
