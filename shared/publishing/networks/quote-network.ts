/** Longest quotation of a network's own words, in code points. */
const MAX_QUOTE = 300;
/** Anything shorter would be found in ordinary words. */
const MIN_SECRET = 4;

/**
 * A network's own words, fit to be shown and kept: in one line, cut, and without any of the secrets that we sent there and
 * that it may have repeated.
 */
export function quoteNetwork(text: string, secrets: readonly string[]): string {
  const cleared = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .reduce((kept, secret) => kept.replaceAll(secret, '[removed]'), text);
  const line = cleared
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .toWellFormed();
  const points = [...line];
  return points.length <= MAX_QUOTE ? line : `${points.slice(0, MAX_QUOTE).join('')}…`;
}
