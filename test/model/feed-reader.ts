import type { EventLog } from '#shared/events/ports/event-log.ts';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { readFeed } from '#shared/webhooks/use-cases/read-feed.ts';
import { createRandom } from './random.ts';
import type { Timeline } from './timeline.ts';

/** What the feed reads. */
type FeedParts = { readonly eventLog: EventLog; readonly events: Pick<EventReader, 'find'> };

/** A program that follows the feed during the whole history, one page at a time, with pages of one size. */
export function createFeedReader(seed: number, timeline: Timeline, parts: FeedParts, principal: Principal) {
  const random = createRandom(seed, 'feed reader');
  const limit = random.pick([1, 2, 3, 7, 100]);
  const ids: string[] = [];
  let after = 0;

  async function readPage(): Promise<boolean> {
    const page = await readFeed({ ...parts, principal, now: new Date(timeline.now()) }, {}, limit, after);
    ids.push(...page.events.map(({ id }) => id));
    after = page.readTo;
    return page.hasMore;
  }

  function follow(): void {
    timeline.afterAll(random.between(1, HOUR_MS), () => void readPage().then(follow));
  }

  return {
    start: follow,
    /** The ids of all events that the reader has read, in their order, after it has read the rest of the feed. */
    async finish(): Promise<readonly string[]> {
      while (await readPage());
      return ids;
    },
  };
}
