import type { TxtResolver } from '#shared/biolinks/ports/txt-resolver.ts';

export type MemoryTxtResolver = TxtResolver & {
  /** Texts by name; null means an unresponsive name server. */
  readonly records: Map<string, readonly string[] | null>;
  /** Names that were queried. */
  readonly asked: string[];
};

/** A fake DNS. */
export function createMemoryTxtResolver(): MemoryTxtResolver {
  const records = new Map<string, readonly string[] | null>();
  const asked: string[] = [];
  return {
    records,
    asked,
    async resolve(name) {
      asked.push(name);
      const texts = records.get(name);
      return texts === null ? { kind: 'unreachable' } : { kind: 'resolved', texts: texts ?? [] };
    },
  };
}
