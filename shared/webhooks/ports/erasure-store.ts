import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';

/** Requests to forget a contact, and the blanking of what is stored. Blanking twice is as once. */
export interface ErasureStore {
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(erasure: Erasure, context: CommandContext): Promise<void>;

  find(workspaceId: string, erasureId: string): Promise<Erasure | undefined>;

  /** Requests that may be carried on, the longest waiting first; at most 10,000. The index is a moment late. */
  readDue(now: Date): Promise<readonly Erasure[]>;

  /**
   * Takes away the body of an event that is about the contact, as the caller has seen, and has `readRedacted` find it. Gives the
   * event as it is then, or undefined if it is gone or another workspace's. @throws MalformedItemError
   */
  redactEvent(erasure: Erasure, eventId: string): Promise<RecordedEvent | undefined>;

  /** Ids of redacted events, behind the cursor and recorded before the request, oldest first; eventually consistent. */
  readRedacted(erasure: Erasure): AsyncIterable<readonly string[]>;

  /**
   * Takes away what receivers answered to a delivery, and ends the time in which it can be sent again. Gives the ids of its
   * resends. @throws MalformedItemError
   */
  redactDelivery(erasure: Erasure, endpointId: string, deliveryId: string): Promise<readonly string[]>;

  /** Keeps the place that the second look has reached, unless another run has ended it. */
  advance(erasure: Erasure, cursor: string): Promise<void>;

  /** Writes a request after its look, unless another run has. */
  finishLook(before: Erasure, after: Erasure): Promise<void>;
}
