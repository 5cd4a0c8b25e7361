/** Fields that the platform writes, not people: sentences about its own state. */
const OWN_SENTENCES = new Set(['why', 'next', 'detail']);

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
  return mark(value, undefined);

  function mark(part: unknown, key: string | undefined): unknown {
    if (typeof part === 'string') {
      if (HARMLESS.test(part)) return part;
      return key !== undefined && OWN_SENTENCES.has(key)
        ? part
        : `⟦untrusted ${nonce}⟧${cut(part)}⟦end ${nonce}⟧`;
    }
    if (Array.isArray(part)) return part.map((each) => mark(each, key));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      // A name can come from outside as well: payloads of events have fields of other systems.
      Object.entries(part).map(([name, each]) => [
        HARMLESS.test(name) ? name : mark(name, undefined),
        mark(each, name),
      ]),
    );
  }
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more characters)`;
}
