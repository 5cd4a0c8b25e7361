export type AttemptCounts = {
  /** Counts one more attempt and tells the how manieth it is, from 1. */
  count(key: string): number;
  clear(): void;
};

/** Counts attempts by delivery; of more than `most` deliveries the one that was silent for longest is forgotten. */
export function createAttemptCounts(most: number): AttemptCounts {
  const counts = new Map<string, number>();
  return {
    count(key) {
      const count = (counts.get(key) ?? 0) + 1;
      // A map keeps the order of insertion: taken out and put in again, the key is the newest.
      counts.delete(key);
      counts.set(key, count);
      const oldest = counts.keys().next();
      if (counts.size > most && oldest.done !== true) counts.delete(oldest.value);
      return count;
    },
    clear: () => counts.clear(),
  };
}
