import type { RateCounter } from '#shared/platform/core/rate-limit.ts';

/** Counters of requests in memory. */
export function createMemoryRateCounter(): RateCounter {
  const totals = new Map<string, number>();
  return {
    async add(subject, minute, requests) {
      const id = `${subject} ${minute.getTime()}`;
      const total = (totals.get(id) ?? 0) + requests;
      totals.set(id, total);
      return total;
    },
  };
}
