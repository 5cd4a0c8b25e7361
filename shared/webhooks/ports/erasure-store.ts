import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

/** Erasure requests, and the redaction of stored data. Redacting is idempotent. */
export interface ErasureStore {
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(erasure: Erasure, context: CommandContext): Promise<void>;

  find(workspaceId: string, erasureId: string): Promise<Erasure | undefined>;

  /** Requests whose next pass may run, oldest first; at most 10,000. The index is eventually consistent. */
  readDue(now: Date): Promise<readonly Erasure[]>;

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
  redactDelivery(erasure: Erasure, endpointId: string, deliveryId: string): Promise<readonly string[]>;

  /** Stores the cursor of the second pass, unless another run has completed the pass. */
  advance(erasure: Erasure, cursor: string): Promise<void>;

  /** Writes a request after a completed pass, unless another run has. */
  finishPass(before: Erasure, after: Erasure): Promise<void>;
}
