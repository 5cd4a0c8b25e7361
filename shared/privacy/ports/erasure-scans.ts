import type { Erasure } from '#shared/events/recording/erasure.ts';
import type { ErasureScan, ScanPosition } from '#shared/privacy/domain/erasure-scan.ts';

/** An event about a contact, as a scan reads it. */
export type ContactEvent = {
  readonly id: string;
  readonly workspaceId: string;
  /** Hash of the contact's id, from the body or, for a redacted event, from the item. */
  readonly contact: string;
};

/** The events of a minute that concern a contact, the ids of events whose body cannot be read, and the read units consumed. */
export type ContactEvents = {
  readonly events: readonly ContactEvent[];
  readonly unreadable: readonly string[];
  readonly readUnits: number;
};

/** The scans over recorded events that find the events of contacts to erase; one scan runs at a time. */
export type ErasureScans = {
  /** The last scan that was started, complete or not. */
  findLast(): Promise<ErasureScan | undefined>;

  /**
   * Adds requests to a scan, then starts it unless a later one has started. A running scan accepts no requests. Returns the included
   * requests: those that no other command has changed. Returns undefined if the time ended first; the next call, with the same
   * `startedAt`, continues with the requests that have not been added.
   */
  start(
    scan: ErasureScan,
    erasures: readonly Erasure[],
    hasTime?: () => boolean,
  ): Promise<readonly Erasure[] | undefined>;

  /** Reads a minute, eventually consistent. Returns the events of these workspaces, and possibly those of others. */
  readMinute(minute: Date, workspaceIds: readonly string[]): Promise<ContactEvents>;

  /** Stores the position of a scan; never moves it back to a later minute. */
  advance(scan: ErasureScan, position: ScanPosition): Promise<void>;
};
