import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { DeliveryPlace } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

/** Requests whose next pass may run. */
export type DueErasures = { readonly due: readonly Erasure[]; readonly isComplete: boolean };

/** Erasure requests, and the redaction of stored data. Redacting is idempotent. */
export interface ErasureStore {
  /** The last request for a contact, if it is stored. */
  findLast(workspaceId: string, contact: string): Promise<Erasure | undefined>;

  /**
   * Creates a request and makes it the last one for its contact. `last` is the id of the one that `findLast` returned.
   * @throws PlatformError `quota_exceeded` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(erasure: Erasure, context: CommandContext, last?: string): Promise<void>;

  /** Stores a request after a merge, unless a scan has included it. @throws DuplicateRequestError · ConcurrentUpdateError */
  merge(after: Erasure, context: CommandContext): Promise<void>;

  find(workspaceId: string, erasureId: string): Promise<Erasure | undefined>;

  /**
   * All requests whose next pass may run, oldest first. The index is eventually consistent. The items of known requests are not
   * read; of the others, a call reads so many that one run can, and returns `isComplete: false` if there are more.
   */
  readDue(now: Date, known?: ReadonlyMap<string, Erasure>): Promise<DueErasures>;

  /**
   * Removes the body of an event about the contact and indexes the event for `readRedacted`. The caller has checked the
   * contact. Returns the redacted event, or undefined if the event no longer exists, belongs to another workspace or was
   * redacted for another contact.
   * @throws MalformedItemError
   */
  redactEvent(erasure: Erasure, eventId: string): Promise<RecordedEvent | undefined>;

  /** Ids of redacted events after the cursor, recorded before the request, oldest first; eventually consistent. */
  readRedacted(erasure: Erasure): AsyncIterable<readonly string[]>;

  /**
   * Removes the response bodies of a delivery and expires its payload, so that it cannot be resent. Returns the ids of its
   * resends. @throws MalformedItemError
   */
  redactDelivery(erasure: Erasure, delivery: DeliveryPlace): Promise<readonly string[]>;

  /** Stores the cursor of the second pass, unless another run has completed the pass. */
  advance(erasure: Erasure, cursor: string): Promise<void>;

  /** Writes a request after a completed pass, unless another run has. */
  finishPass(before: Erasure, after: Erasure): Promise<void>;
}
