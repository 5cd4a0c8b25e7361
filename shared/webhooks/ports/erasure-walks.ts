import type { ErasureWalk, WalkPlace } from '#shared/webhooks/domain/erasure-walk.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

/** What a walk sees of an event about somebody. */
export type SeenEvent = {
  readonly id: string;
  readonly workspaceId: string;
  /** Hash of the contact's id: of the body, or as it was noted when the event was redacted. */
  readonly contact: string;
};

/** The events of a minute that are about somebody, and the read units that they cost. */
export type SeenMinute = { readonly events: readonly SeenEvent[]; readonly readUnits: number };

/** The walk over recorded events, one at a time, by which contacts to be forgotten are found. */
export interface ErasureWalks {
  /** The last walk that began, over or not. */
  findLast(): Promise<ErasureWalk | undefined>;

  /** Has requests take part in a walk, then begins it, unless a later one has: nobody takes part once it is on its way. */
  begin(walk: ErasureWalk, erasures: readonly Erasure[]): Promise<void>;

  /** Reads a minute; eventually consistent. Gives the events of these workspaces, and maybe those of others. */
  readMinute(minute: Date, workspaceIds: readonly string[]): Promise<SeenMinute>;

  /** Keeps the place of a walk, never a later minute than was reached before. */
  advance(walk: ErasureWalk, place: WalkPlace): Promise<void>;
}
