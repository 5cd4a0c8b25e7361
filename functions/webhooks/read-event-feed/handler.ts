import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import { decodeNumberCursor, encodeCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import { feedEvent, LATEST } from '#shared/webhooks/http/feed-view.ts';
import type { FeedWaits } from '#shared/webhooks/ports/feed-waits.ts';
import {
  type FeedPage,
  newestPosition,
  oldestPosition,
  readFeed,
} from '#shared/webhooks/use-cases/read-feed.ts';
import type { operation } from './operation.ts';

/** A waiting request reads the log this often. Each read costs one or two read units, because it includes the last batch. */
const POLL_MS = 500;
/** A place that a killed function never left is free again so long after the end of its request. */
const GRACE_MS = 5000;

type Dependencies = {
  readonly eventLog: EventLogReader;
  readonly events: Pick<EventReader, 'find'>;
  readonly feedWaits: FeedWaits;
  readonly clock: Clock;
  readonly after: Timer;
};

/** Reads the events of the workspace in the order of their dispatch (docs/specification/events.md#event-feed). */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { eventLog, events, feedWaits, clock, after } = deps;
  return {
    async handle({ principal, query: { limit, cursor, wait, ...filters }, now }) {
      const { workspaceId, keyId } = principal;
      // The filters are not part of the scope: a position is valid for all of them.
      const scope = { list: 'feed', workspace: workspaceId };
      const read = (position: number) =>
        readFeed({ eventLog, events, principal, now }, filters, limit, position);
      const first = await read(await positionOf(cursor));
      const page = isEmpty(first) && wait > 0 ? await waitAfter(first) : first;
      return {
        status: 200,
        body: {
          data: page.events.map((event) => feedEvent(event, keyId)),
          next_cursor: encodeCursor(String(page.readTo), scope),
          has_more: page.hasMore,
        },
      };

      async function positionOf(text: string | undefined): Promise<number> {
        if (text === LATEST) return newestPosition(eventLog, workspaceId);
        return decodeNumberCursor(text, scope) ?? oldestPosition(eventLog, workspaceId, now);
      }

      /** The page after the wait. If no place is free, the empty page at once, as without a wait. */
      async function waitAfter(empty: FeedPage): Promise<FeedPage> {
        const end = now.getTime() + wait * 1000;
        const place = await feedWaits.enter({ workspaceId, keyId }, now, new Date(end + GRACE_MS));
        if (!place) return empty;
        let last = empty;
        try {
          while (isEmpty(last) && clock().getTime() < end) {
            await pause();
            last = await read(last.readTo);
          }
          return last;
        } finally {
          // If the write fails, the place is free again after its end.
          await feedWaits.leave(place).catch(() => undefined);
        }
      }
    },
  };

  function pause(): Promise<void> {
    return new Promise((resolve) => void after(POLL_MS, resolve));
  }
}

function isEmpty({ events, hasMore }: FeedPage): boolean {
  return events.length === 0 && !hasMore;
}
