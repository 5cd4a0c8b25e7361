import type { Channel } from '#shared/events/catalogue/channels.ts';
import { productOf } from '#shared/events/catalogue/event-codes.ts';
import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import type { EventReader } from '#shared/events/ports/event-store.ts';
import { type LogEntry, type LogItem, positionOf, sequenceAt } from '#shared/events/recording/log-entry.ts';
import { PAYLOAD_RETENTION_MS, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { maySubscribe } from '#shared/webhooks/domain/subscribe-permission.ts';
import { firstWrittenAfter } from './log-stretches.ts';

/** Items of the first read of the log; each further read has twice as many, because an item can have one entry or 100. */
const FIRST_READ = 8;
/** Items of a read at most: with 100 entries each, about 1 MB. */
const MAX_ITEMS = 200;
/** Maximum number of reads of the log per page. */
const MAX_READS = 12;
/** Maximum number of events that are read per page, of which some can be erased. */
const MAX_EVENTS = 200;
/** Events that are read concurrently. */
const AT_ONCE = 25;
/** Bytes of bodies per page. A body can become twice as long as a JSON string, and a response has at most 6 MB. */
const MAX_BYTES = 2_500_000;

/** Filters of the feed. */
export type FeedFilters = { readonly event?: string | undefined; readonly channel?: Channel | undefined };

/** The log to read, and the events that it lists. Events of products that the caller cannot subscribe to are left out. */
export type ReadFeed = {
  readonly eventLog: EventLogReader;
  readonly events: Pick<EventReader, 'find'>;
  readonly principal: Principal;
  readonly now: Date;
};

/**
 * Events in the order of the log. `readTo` is the position of the last entry that was compared with the filters, or the position from which
 * the page was read. The next page continues after it.
 */
export type FeedPage = {
  readonly events: readonly RecordedEvent[];
  readonly readTo: number;
  /** Whether the log has entries after `readTo`. */
  readonly hasMore: boolean;
};

type Found = { readonly position: number; readonly entry: LogEntry };

/**
 * Reads at most `limit` events that the log lists after a position (docs/specification/events.md#event-feed). The numbers of log items have no gaps,
 * and an item is written only after the one before it. So an event is never listed before a position that was read. A page ends early when its
 * bodies become too large, or when the maximum number of reads is reached; the next page continues exactly after it.
 */
export async function readFeed(
  { eventLog, events, principal, now }: ReadFeed,
  filters: FeedFilters,
  limit: number,
  after: number,
): Promise<FeedPage> {
  const { workspaceId } = principal;
  const passes = filterOf(filters, principal, now);
  const page: RecordedEvent[] = [];
  const ids = new Set<string>();
  let readTo = after;
  let bytes = 0;
  let read = 0;

  for (let reads = 1, size = FIRST_READ; ; reads += 1, size = Math.min(size * 2, MAX_ITEMS)) {
    const items = await eventLog.readFrom(workspaceId, sequenceAt(readTo), size);
    const entries = entriesAfter(items, readTo);
    const passing = entries.filter(({ entry }) => passes(entry));
    for (let next = 0; next < passing.length;) {
      if (page.length === limit || read >= MAX_EVENTS) return { events: page, readTo, hasMore: true };
      const chunk = passing.slice(next, next + Math.min(AT_ONCE, limit - page.length));
      next += chunk.length;
      read += chunk.length;
      const found = await Promise.all(chunk.map(({ entry }) => events.find(entry.id)));
      for (const [index, { position }] of chunk.entries()) {
        const event = found[index];
        // An erased event has an empty body. A batch that was repeated lists an event twice.
        if (event && event.body !== '' && !ids.has(event.id)) {
          bytes += Buffer.byteLength(event.body);
          if (page.length > 0 && bytes > MAX_BYTES) return { events: page, readTo, hasMore: true };
          page.push(event);
          ids.add(event.id);
        }
        readTo = position;
      }
    }
    readTo = entries.at(-1)?.position ?? readTo;
    if (items.length < size) return { events: page, readTo, hasMore: false };
    if (page.length === limit || reads === MAX_READS) return { events: page, readTo, hasMore: true };
  }
}

/** The position after which the oldest events are whose payload is stored. */
export async function oldestPosition(
  eventLog: EventLogReader,
  workspaceId: string,
  now: Date,
): Promise<number> {
  const bound = now.getTime() - PAYLOAD_RETENTION_MS;
  const [head] = await eventLog.read(workspaceId, undefined, 1);
  if (!head) return 0;
  if (head.writtenAt.getTime() <= bound) return lastPosition(head);
  return positionOf(await firstWrittenAfter(eventLog, workspaceId, head.sequence, bound), 0) - 1;
}

/** The position of the newest entry of a log; 0 without a log. */
export async function newestPosition(eventLog: EventLogReader, workspaceId: string): Promise<number> {
  const [head] = await eventLog.read(workspaceId, undefined, 1);
  return head ? lastPosition(head) : 0;
}

function lastPosition({ sequence, entries }: LogItem): number {
  return positionOf(sequence, entries.length - 1);
}

function entriesAfter(items: readonly LogItem[], after: number): Found[] {
  return items.flatMap(({ sequence, entries }) =>
    entries
      .map((entry, index) => ({ position: positionOf(sequence, index), entry }))
      .filter(({ position }) => position > after),
  );
}

function filterOf(
  { event, channel }: FeedFilters,
  principal: Principal,
  now: Date,
): (entry: LogEntry) => boolean {
  return (entry) =>
    maySubscribe(principal, productOf(entry.event)) &&
    timeOfId(entry.id).getTime() > now.getTime() - PAYLOAD_RETENTION_MS &&
    (event === undefined || entry.event === event) &&
    (channel === undefined || entry.channel === channel);
}
