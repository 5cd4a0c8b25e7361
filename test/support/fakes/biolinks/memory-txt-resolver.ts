import type { TxtResolver } from '#shared/biolinks/ports/txt-resolver.ts';

export type MemoryTxtResolver = TxtResolver & {
  /** Texts by name; null is a name server that does not answer. */
  readonly records: Map<string, readonly string[] | null>;
  /** Names that were asked for. */
  readonly asked: string[];
};

/** A DNS under control. */
export function createMemoryTxtResolver(): MemoryTxtResolver {
  const records = new Map<string, readonly string[] | null>();
  const asked: string[] = [];
  return {
    records,
    asked,
    async resolve(name) {
      asked.push(name);
      const texts = records.get(name);
      return texts === null ? { kind: 'unreachable' } : { kind: 'answered', texts: texts ?? [] };
    },
  };
}
