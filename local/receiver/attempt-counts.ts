export type AttemptCounts = {
  /** Counts an attempt and returns its number, starting at 1. */
  count(key: string): number;
  clear(): void;
};

/** Counts attempts by delivery. Beyond `most` deliveries, the one with the oldest last attempt is forgotten. */
export function createAttemptCounts(most: number): AttemptCounts {
  const counts = new Map<string, number>();
  return {
    count(key) {
      const count = (counts.get(key) ?? 0) + 1;
      // A map keeps insertion order: removing and adding the key makes it the newest.
      counts.delete(key);
      counts.set(key, count);
      const oldest = counts.keys().next();
      if (counts.size > most && oldest.done !== true) counts.delete(oldest.value);
      return count;
    },
    clear: () => counts.clear(),
  };
}
