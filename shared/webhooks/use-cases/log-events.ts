import type { EventLog } from '#shared/events/ports/event-log.ts';
import { findContact } from '#shared/events/recording/event-contact.ts';
import { type LogEntry, toLogEntry } from '#shared/events/recording/log-entry.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

/** Workspaces whose logs are written concurrently; a batch has at most 100. */
const AT_ONCE = 25;

export type Dependencies = { readonly eventLog: Pick<EventLog, 'append'>; readonly clock: Clock };

/** Lists the events of a batch in the logs of their workspaces. Rejects if one of them could not be written. */
export type LogEvents = (events: readonly RecordedEvent[]) => Promise<void>;

/**
 * Writes one item per workspace. If one write fails, the others are made nevertheless: the batch is repeated, and what it lists again is
 * shown once, but the fewer the better.
 */
export function createLogEvents({ eventLog, clock }: Dependencies): LogEvents {
  return async (events) => {
    const logs = [...Map.groupBy(events, ({ workspaceId }) => workspaceId)];
    const failures: unknown[] = [];
    for (let from = 0; from < logs.length; from += AT_ONCE) {
      const results = await Promise.allSettled(
        logs
          .slice(from, from + AT_ONCE)
          .map(([workspaceId, own]) => eventLog.append(workspaceId, own.map(entryOf), clock())),
      );
      for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
    }
    if (failures.length > 0) throw failures[0];
  };
}

/** The contact of a test event is that of a sample. */
function entryOf(event: RecordedEvent): LogEntry {
  const contactId = event.test ? null : (findContact(event.body)?.id ?? null);
  return toLogEntry(event, contactId === null ? undefined : hashContact(contactId));
}
