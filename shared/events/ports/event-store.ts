import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** The response of an earlier event with the same `dedupe_key`. */
export type DedupeClaim = { readonly eventId: string; readonly matchedEndpoints: number };

/** The reads of `EventStore`, for operations that may not write. */
export type EventReader = {
  /** The event with its body; strongly consistent. Undefined if it does not exist or was deleted. */
  find(eventId: string): Promise<RecordedEvent | undefined>;

  /** The events with these ids, at most 100, in no order; strongly consistent. Unknown and unreadable events are omitted. */
  findAll(eventIds: readonly string[]): Promise<RecordedEvent[]>;

  /** The events of all workspaces that were recorded in this millisecond; strongly consistent, in no order. */
  findRecordedAt(at: Date): Promise<RecordedEvent[]>;
};

/** Ingested events: immutable items that oblige the platform to deliver them, and to learn from them about records. */
export type EventStore = EventReader & {
  /**
   * Records an event in one transaction with its dedupe claim and idempotency record, if any. If the `dedupe_key` was used
   * within 24 h, it records nothing and returns the earlier claim (docs/failure-histories.md#repeated-dedupe-key).
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  record(
    event: RecordedEvent,
    context: CommandContext,
    dedupeKey: string | undefined,
  ): Promise<DedupeClaim | undefined>;
};
