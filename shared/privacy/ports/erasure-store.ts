import type { ErasureRequests } from '#shared/events/ports/erasure-requests.ts';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { DeliveryPlace } from '#shared/webhooks/domain/delivery-shards.ts';

/** Requests whose next pass may run. */
export type DueErasures = { readonly due: readonly Erasure[]; readonly isComplete: boolean };

/** Erasure requests, and the redaction of stored data. Redacting is idempotent. */
export type ErasureStore = {
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
} & ErasureRequests;
