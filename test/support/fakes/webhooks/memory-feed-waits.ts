import { type FeedWaits, freePlace, type TakenPlace } from '#shared/webhooks/ports/feed-waits.ts';

/** The places of waiting requests in memory. */
export function createMemoryFeedWaits(): FeedWaits {
  const workspaces = new Map<string, readonly TakenPlace[]>();
  return {
    async enter({ workspaceId, keyId }, now, until) {
      const taken = workspaces.get(workspaceId) ?? [];
      const place = freePlace(taken, keyId, now);
      if (place === undefined) return undefined;
      workspaces.set(workspaceId, [...taken.filter((each) => each.place !== place), { place, keyId, until }]);
      return { workspaceId, keyId, place, until };
    },

    async leave({ workspaceId, keyId, place, until }) {
      const isOwn = (each: TakenPlace) =>
        each.place === place && each.keyId === keyId && each.until.getTime() === until.getTime();
      const taken = workspaces.get(workspaceId) ?? [];
      workspaces.set(
        workspaceId,
        taken.filter((each) => !isOwn(each)),
      );
    },
  };
}
