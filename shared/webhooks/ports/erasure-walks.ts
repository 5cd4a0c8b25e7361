import type { ErasureWalk, WalkPlace } from '#shared/webhooks/domain/erasure-walk.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

/** An event about a contact, as a scan reads it. */
export type SeenEvent = {
  readonly id: string;
  readonly workspaceId: string;
  /** Hash of the contact's id, from the body or, for a redacted event, from the item. */
  readonly contact: string;
};

/** The events of a minute that concern a contact, and the read units consumed. */
export type SeenMinute = { readonly events: readonly SeenEvent[]; readonly readUnits: number };

/** The scans over recorded events that find the contacts to erase; one scan runs at a time. */
export interface ErasureWalks {
  /** The last scan that was started, complete or not. */
  findLast(): Promise<ErasureWalk | undefined>;

  /** Adds requests to a scan, then starts it unless a later one has started. A running scan accepts no requests. */
  begin(walk: ErasureWalk, erasures: readonly Erasure[]): Promise<void>;

  /** Reads a minute, eventually consistent. Returns the events of these workspaces, and possibly those of others. */
  readMinute(minute: Date, workspaceIds: readonly string[]): Promise<SeenMinute>;

  /** Stores the position of a scan; never moves it back to a later minute. */
  advance(walk: ErasureWalk, place: WalkPlace): Promise<void>;
}
