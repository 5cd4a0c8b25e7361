import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** What an earlier event with the same `dedupe_key` was answered with. */
export type DedupeClaim = { readonly eventId: string; readonly matchedEndpoints: number };

/** Recorded events: immutable items that oblige the platform to deliver. */
export interface EventStore {
  /**
   * Records an event, with its dedupe claim and remembered answer in the same transaction where there are any.
   * Returns the earlier claim instead of recording when the `dedupe_key` was used within 24 h (H21).
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  record(
    event: RecordedEvent,
    context: CommandContext,
    dedupeKey: string | undefined,
  ): Promise<DedupeClaim | undefined>;

  /** The event with its body; strongly consistent. Undefined once it is deleted. */
  find(eventId: string): Promise<RecordedEvent | undefined>;
}
