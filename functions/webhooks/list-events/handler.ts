import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import { decodeNumberCursor } from '#shared/platform/http/cursor.ts';
import { pageTo } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { eventView } from '#shared/webhooks/http/event-view.ts';
import { searchEventLog } from '#shared/webhooks/use-cases/search-event-log.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly eventLog: EventLogReader };

/** Lists the events of the workspace in the reverse order of their dispatch. */
export function createHandler({ eventLog }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, query: { limit, cursor, ...filters }, now }) {
      const scope = { list: 'events', workspace: principal.workspaceId, filters };
      const before = decodeNumberCursor(cursor, scope);
      const { contact_id: contactId, matched, filtered, ...others } = filters;
      const query = {
        ...others,
        contactId,
        matched: matched && matched === 'true',
        filtered: filtered && filtered === 'true',
      };
      const log = { eventLog, principal, now };
      const { found, readTo, searchedUntil } = await searchEventLog(log, query, limit, before);
      return {
        status: 200,
        body: {
          ...pageTo(found.map(eventView), readTo, scope),
          searched_until: searchedUntil?.toISOString() ?? null,
        },
      };
    },
  };
}
