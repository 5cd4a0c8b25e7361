import type { Channel } from '#shared/events/catalogue/channels.ts';
import { EVENT_TTL_MS, type RecordedEvent } from './recorded-event.ts';

/** A log item has at most this many entries: the records of one stream batch. The position of an entry is computed from it. */
export const ENTRIES_PER_ITEM = 100;

/** An item of the log is kept as long as the events that it lists. */
export const LOG_RETENTION_MS = EVENT_TTL_MS;

/** An item is late if it lists an event that was recorded more than this many milliseconds before. Usually it is one second. */
export const LATE_MS = 60_000;

/** Hexadecimal digits of the hash of a contact that an entry keeps: 128 bits. */
const CONTACT_DIGITS = 32;

/** One event in the log of its workspace. */
export type LogEntry = {
  /** Id of the event, a UUIDv7 with the time of recording. */
  readonly id: string;
  readonly event: string;
  readonly channel: Channel | null;
  readonly test: boolean;
  /** The first 128 bits of the hash of the contact's id, in hexadecimal; null without a contact and after an erasure. */
  readonly contact: string | null;
  /** Number of endpoints that the event matched when it was recorded. */
  readonly matches: number;
  /** Number of endpoints whose filter excluded the event. */
  readonly filtered: number;
};

/**
 * A range of late items: their sequence numbers, the time of the oldest event that they list, and the time when the last of them was
 * written.
 */
export type LateRange = {
  readonly from: number;
  readonly to: number;
  readonly oldest: Date;
  readonly writtenAt: Date;
};

/** The entries of one stream batch, in the order of the stream. */
export type LogItem = {
  /** 1 for the first item of a workspace; each further item has the next number. */
  readonly sequence: number;
  /** When the item was written. It never decreases from one item to the next. */
  readonly writtenAt: Date;
  readonly entries: readonly LogEntry[];
  /** The late items up to this one, oldest first; undefined if there are none. All other items list only events of the minute before them. */
  readonly late?: readonly LateRange[] | undefined;
};

/** The entry of an event. `contactHash` is the hash of the contact's id; undefined if the event concerns no contact. */
export function toLogEntry(event: RecordedEvent, contactHash: string | undefined): LogEntry {
  return {
    id: event.id,
    event: event.event,
    channel: event.channel,
    test: event.test,
    contact: contactHash === undefined ? null : contactInLog(contactHash),
    matches: event.matches.length,
    filtered: event.filteredOut.length,
  };
}

/** The part of a contact's hash that entries keep. */
export function contactInLog(contactHash: string): string {
  return contactHash.slice(0, CONTACT_DIGITS);
}

/** The position of an entry in the log of its workspace: a later entry has a higher one. */
export function positionOf(sequence: number, index: number): number {
  return sequence * ENTRIES_PER_ITEM + index;
}

/** The sequence number of the item that has the entry at a position. */
export function sequenceAt(position: number): number {
  return Math.floor(position / ENTRIES_PER_ITEM);
}
