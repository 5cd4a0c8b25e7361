import * as v from 'valibot';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { EVENT_CODES, isEventName } from '#shared/events/catalogue/event-codes.ts';
import {
  type LateRange,
  LOG_RETENTION_MS,
  type LogEntry,
  type LogItem,
} from '#shared/events/recording/log-entry.ts';
import { encodedBy, instant, itemCodec, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { eventLogKey } from './keys.ts';

/**
 * An entry as one string, because a map takes four times the bytes, and each further kilobyte of an item costs a write unit: id, code of
 * the event, number of the channel, `t` for a test, number of matches, contact. Id and contact are base64url, so that an entry has 55
 * bytes. An event that the catalogue no longer has is stored by its name.
 */
const ENTRY = /^([\w-]{22}) ([\w.]+) (\d*)(t?) (\d+) ((?:[\w-]{22})?)$/u;

/** For one entry, its index and the number of endpoints whose filter excluded the event. A separate attribute, because few entries have such endpoints. */
const FILTERED = /^\d+ \d+$/u;

/** A range of late items as one string: first and last number, then both times in milliseconds. */
const LATE = /^\d+ \d+ \d+ \d+$/u;

const NAMES_BY_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries(EVENT_CODES).map(([name, code]) => [code, name]),
);

const logItem = itemCodec(
  v.object({
    entries: v.array(encodedBy(v.pipe(v.string(), v.regex(ENTRY), v.transform(fromEntryText)), toEntryText)),
    filtered: v.optional(v.array(v.pipe(v.string(), v.regex(FILTERED))), []),
    writtenAt: instant,
    late: v.optional(
      v.array(encodedBy(v.pipe(v.string(), v.regex(LATE), v.transform(fromLateText)), toLateText)),
    ),
  }),
);

const sortKey = v.object({ sk: v.pipe(v.string(), v.transform(Number)) });

/** The item of a log entry list. */
export function toLogItem(workspaceId: string, { sequence, ...item }: LogItem) {
  const filtered = item.entries.flatMap((entry, index) =>
    entry.filtered === 0 ? [] : [`${index} ${entry.filtered}`],
  );
  return {
    ...eventLogKey(workspaceId, sequence),
    ...logItem.encode({ ...item, filtered }),
    filtered: filtered.length === 0 ? undefined : filtered,
    ttl: ttlOf(new Date(item.writtenAt.getTime() + LOG_RETENTION_MS)),
  };
}

/** The log item of a stored item. @throws MalformedItemError */
export function fromLogItem(item: Item): LogItem {
  // The sequence number is the sort key and is not repeated in an attribute.
  const { filtered, entries, ...rest } = logItem.decode(item);
  const numbers = new Map(
    filtered.map((text) => text.split(' ').map(Number)).map(([index = 0, count = 0]) => [index, count]),
  );
  return {
    ...rest,
    entries: entries.map((entry, index) => ({ ...entry, filtered: numbers.get(index) ?? 0 })),
    sequence: parseItem(sortKey, item).sk,
  };
}

type EntryText = Omit<LogEntry, 'filtered'>;

/** An entry in its stored form. */
export function toEntryText({ id, event, channel, test, contact, matches }: EntryText): string {
  const code = isEventName(event) ? EVENT_CODES[event] : event;
  const place = channel === null ? '' : CHANNELS.indexOf(channel);
  return `${toText(id.replaceAll('-', ''))} ${code} ${place}${test ? 't' : ''} ${matches} ${toText(contact ?? '')}`;
}

function fromEntryText(text: string): EntryText {
  const [, id = '', code = '', place = '', test, matches, contact = ''] = ENTRY.exec(text) ?? [];
  return {
    id: toHex(id).replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-'),
    event: NAMES_BY_CODE.get(code) ?? code,
    channel: place === '' ? null : (CHANNELS[Number(place)] ?? null),
    test: test === 't',
    contact: contact === '' ? null : toHex(contact),
    matches: Number(matches),
  };
}

function toLateText({ from, to, oldest, writtenAt }: LateRange): string {
  return [from, to, oldest.getTime(), writtenAt.getTime()].join(' ');
}

function fromLateText(text: string): LateRange {
  const [from = 0, to = 0, oldest = 0, writtenAt = 0] = text.split(' ').map(Number);
  return { from, to, oldest: new Date(oldest), writtenAt: new Date(writtenAt) };
}

function toText(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}

function toHex(text: string): string {
  return Buffer.from(text, 'base64url').toString('hex');
}
