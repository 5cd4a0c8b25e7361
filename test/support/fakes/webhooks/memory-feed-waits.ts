import { type FeedWaits, WAITS_PER_KEY } from '#shared/webhooks/ports/feed-waits.ts';

/** The places of waiting requests in memory. */
export function createMemoryFeedWaits(): FeedWaits {
  const taken = new Map<string, Date>();
  const nameOf = (keyId: string, place: number) => `${keyId} ${place}`;
  return {
    async enter(keyId, now, until) {
      for (let place = 1; place <= WAITS_PER_KEY; place += 1) {
        const end = taken.get(nameOf(keyId, place));
        if (end && end > now) continue;
        taken.set(nameOf(keyId, place), until);
        return { keyId, place, until };
      }
      return undefined;
    },

    async leave({ keyId, place, until }) {
      const name = nameOf(keyId, place);
      if (taken.get(name)?.getTime() === until.getTime()) taken.delete(name);
    },
  };
}
