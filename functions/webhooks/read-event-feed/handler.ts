import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import { decodeNumberCursor, encodeCursor } from '#shared/platform/http/cursor.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { feedEvent, LATEST } from '#shared/webhooks/http/feed-view.ts';
import { newestPosition, oldestPosition, readFeed } from '#shared/webhooks/use-cases/read-feed.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly eventLog: EventLogReader;
  readonly events: Pick<EventReader, 'find'>;
};

/** Reads the events of the workspace in the order of their dispatch (docs/specification.md#event-feed). */
export function createHandler({ eventLog, events }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, query: { limit, cursor, ...filters }, now }) {
      const { workspaceId, keyId } = principal;
      // The filters are not part of the scope: a position is valid for all of them.
      const scope = { list: 'feed', workspace: workspaceId };
      const after = await positionOf(cursor);
      const page = await readFeed({ eventLog, events, principal, now }, filters, limit, after);
      return {
        status: 200,
        body: {
          data: page.events.map((event) => feedEvent(event, keyId)),
          next_cursor: encodeCursor(String(page.readTo), scope),
          has_more: page.hasMore,
        },
      };

      async function positionOf(text: string | undefined): Promise<number> {
        if (text === undefined) return oldestPosition(eventLog, workspaceId, now);
        return text === LATEST ? newestPosition(eventLog, workspaceId) : decodeNumberCursor(text, scope);
      }
    },
  };
}
