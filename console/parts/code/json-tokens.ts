type Token = { readonly kind: 'key' | 'text' | 'value' | 'mark' | 'space'; readonly text: string };

/** A longer text is shown without colours, so that no page has a hundred thousand elements. */
const LONGEST = 20_000;
const TOKEN =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<mark>[[\]{}:,])|(?<value>[^\s[\]{}:,"]+)|(?<space>\s+)/gu;

/** The parts of a text that is JSON, which together are the text; undefined for another text. */
export function tokensOf(text: string): readonly Token[] | undefined {
  if (text.length > LONGEST || !isJson(text)) return undefined;
  return Array.from(text.matchAll(TOKEN), ({ 0: part, groups = {} }) => ({
    kind: kindOf(groups),
    text: part,
  }));
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token['kind'] {
  for (const kind of ['key', 'text', 'mark', 'value'] as const) if (groups[kind] !== undefined) return kind;
  return 'space';
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
