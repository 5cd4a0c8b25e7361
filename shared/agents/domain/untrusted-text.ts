/** IDs, times, numbers, states, names of events and permissions: forms that cannot contain an instruction. */
const HARMLESS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\d.:TZ+-]{1,40}|[a-z][a-z0-9]{0,23}(?:[_.:][a-z0-9]{1,24}){0,5})?$/u;

/** The longest text of a result, in characters. */
const MAX_TEXT = 4000;

/**
 * Puts every text that people or other systems may have written between markers with an unpredictable `nonce`. Such a text can contain
 * instructions for a model, and it cannot contain the end marker. Longer texts are cut.
 */
export function markUntrusted(value: unknown, nonce: string): unknown {
  if (typeof value === 'string')
    return HARMLESS.test(value) ? value : `⟦untrusted ${nonce}⟧${cut(value)}⟦end ${nonce}⟧`;
  if (Array.isArray(value)) return value.map((each) => markUntrusted(each, nonce));
  if (typeof value !== 'object' || value === null) return value;
  // Names are marked as well: payloads of events have fields that other systems name.
  const entries = Object.entries(value).map(([name, each]) => [
    String(markUntrusted(name, nonce)),
    markUntrusted(each, nonce),
  ]);
  return Object.fromEntries(entries);
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more characters)`;
}
