import type { Channel, Product } from '#shared/events/catalogue/channels.ts';
import { EVENT_CODES, isEventName, productOf } from '#shared/events/catalogue/event-codes.ts';
import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import {
  contactInLog,
  type LogEntry,
  LOG_RETENTION_MS,
  positionOf,
} from '#shared/events/recording/log-entry.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { isSubscribed } from '#shared/events/subscriptions/subscription-set.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { maySubscribe } from '#shared/webhooks/domain/subscribe-permission.ts';
import { stretchesToSearch } from './log-stretches.ts';

/** Items of the first read; each further read has twice as many, because an item can have one entry or 100. */
const FIRST_READ = 8;
/** Items of a read at most: with 100 entries each, about 1 MB. */
const MAX_ITEMS = 200;
/** Maximum number of reads per page. */
const MAX_READS = 12;

/** The clocks of two functions differ by less than this many milliseconds. */
const SKEW_MS = 2000;

/** Filters of the event log. `contactId` is the producer's id of a contact; the time range has inclusive bounds. */
export type EventLogQuery = {
  readonly event?: string | undefined;
  readonly product?: Product | undefined;
  readonly channel?: Channel | undefined;
  readonly matched?: boolean | undefined;
  readonly filtered?: boolean | undefined;
  readonly contactId?: string | undefined;
  /** Only events of these subscriptions, encoded by `encodeSubscriptions`. */
  readonly subscriptions?: string | undefined;
  readonly test?: boolean | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};

/** The log to search. Events of products that the caller cannot subscribe to are left out. */
export type SearchedLog = {
  readonly eventLog: Pick<EventLogReader, 'read'>;
  readonly principal: Principal;
  readonly now: Date;
};

/** The entries found, newest first. `readTo` is the position of the last entry that was compared, if more may follow. */
export type SearchResult = {
  readonly found: readonly LogEntry[];
  readonly readTo: number | undefined;
  /** The time of the event at `readTo`. */
  readonly searchedUntil: Date | undefined;
};

type Found = { readonly position: number; readonly entry: LogEntry };

/**
 * Searches a log from the newest event back, or from the end of the time range, until a page is full, the log ends, or the maximum number of reads is reached. In the last
 * case the page is short, and the next one continues exactly after it.
 *
 * An event that is listed several times counts where it was listed first, so that it never appears on two pages. No listing is older than
 * its event, so a page is complete once the search has reached an item that was written before the events of the page. If a batch was
 * repeated so late that the maximum number of reads lies between, its events can appear twice.
 */
export async function searchEventLog(
  { eventLog, principal, now }: SearchedLog,
  query: EventLogQuery,
  limit: number,
  before: number | undefined,
): Promise<SearchResult> {
  const passes = filterOf(query, principal, now);
  const oldest = Math.max(query.since?.getTime() ?? 0, now.getTime() - LOG_RETENTION_MS);
  const found = new Map<string, Found>();
  let last: Found | undefined;
  const [first, ...others] = await stretchesToSearch(eventLog, principal.workspaceId, {
    until: query.until,
    before,
  });
  let stretch = first;
  let below = stretch.to + 1;
  let size = FIRST_READ;

  for (let reads = 1; ; reads += 1) {
    const { from } = stretch;
    const most = Math.max(1, Math.min(size, below - from));
    const items = await eventLog.read(principal.workspaceId, below, most);
    for (const { sequence, entries } of items) {
      for (const [index, entry] of [...entries.entries()].toReversed()) {
        const position = positionOf(sequence, index);
        if (before !== undefined && position >= before) continue;
        last = { position, entry };
        // Deleted first, because the map keeps the place of its first write.
        found.delete(entry.id);
        if (passes(entry)) found.set(entry.id, last);
      }
    }
    const end = items.at(-1);
    const writtenAt = end?.writtenAt.getTime() ?? Infinity;
    const rows = [...found.values()];
    const isDone = items.length < most || (end !== undefined && end.sequence <= from);
    const next = isDone ? others.shift() : undefined;
    if ((isDone && !next) || writtenAt < oldest - SKEW_MS)
      return pageOf(rows, rows.length > limit ? rows[limit - 1] : undefined);
    const isSettled = rows
      .slice(0, limit)
      .every(({ entry }) => timeOfId(entry.id).getTime() > writtenAt + SKEW_MS);
    if (rows.length >= limit && (isSettled || reads === MAX_READS)) return pageOf(rows, rows[limit - 1]);
    if (reads === MAX_READS) return pageOf(rows, last);
    stretch = next ?? stretch;
    below = next ? stretch.to + 1 : (end?.sequence ?? below);
    size = Math.min(size * 2, MAX_ITEMS);
  }

  function pageOf(rows: readonly Found[], readTo: Found | undefined): SearchResult {
    return {
      found: rows.slice(0, limit).map(({ entry }) => entry),
      readTo: readTo?.position,
      searchedUntil: readTo && timeOfId(readTo.entry.id),
    };
  }
}

function filterOf(query: EventLogQuery, principal: Principal, now: Date): (entry: LogEntry) => boolean {
  const { event, product, channel, matched, filtered, contactId, subscriptions, test, since, until } = query;
  const contact = contactId === undefined ? undefined : contactInLog(hashContact(contactId));
  return (entry) => {
    const at = timeOfId(entry.id);
    const own = productOf(entry.event);
    return (
      maySubscribe(principal, own) &&
      // TTL deletes late.
      at.getTime() > now.getTime() - LOG_RETENTION_MS &&
      (event === undefined || entry.event === event) &&
      (product === undefined || own === product) &&
      (channel === undefined || entry.channel === channel) &&
      (matched === undefined || entry.matches > 0 === matched) &&
      (filtered === undefined || entry.filtered > 0 === filtered) &&
      (subscriptions === undefined || isListed(subscriptions, entry)) &&
      (test === undefined || entry.test === test) &&
      (contact === undefined || entry.contact === contact) &&
      (since === undefined || at >= since) &&
      (until === undefined || at <= until)
    );
  };
}

function isListed(subscriptions: string, { event, channel }: LogEntry): boolean {
  return (
    isEventName(event) && isSubscribed(subscriptions, { code: EVENT_CODES[event] }, channel ?? undefined)
  );
}
