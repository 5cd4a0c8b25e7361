/** The deepest nesting of a message, which recursive code handles without an overflow of the stack. */
const MAX_DEPTH = 64;

/** What no tool can handle: deep nesting, or half of a surrogate pair, which no URL or signature can contain. */
export function faultOf(value: unknown): string | undefined {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `objects and arrays can be nested at most ${MAX_DEPTH} levels deep.`;
    if (level.some((part) => typeof part === 'string' && !part.isWellFormed()))
      return 'strings must have whole Unicode characters, without half of a surrogate pair.';
    level = level.flatMap((part): readonly unknown[] =>
      typeof part === 'object' && part !== null ? Object.entries<unknown>({ ...part }).flat() : [],
    );
  }
  return undefined;
}
