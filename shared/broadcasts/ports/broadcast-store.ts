import type { BroadcastEdit } from '#shared/broadcasts/domain/broadcast-edit.ts';
import type { Broadcast, BroadcastState } from '#shared/broadcasts/domain/broadcast.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

export type BroadcastFilter = {
  readonly state?: BroadcastState | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Id of the last one seen. */
  readonly after?: string | undefined;
};

/** What a blind edit holds the broadcast to. */
export type EditGuard = {
  readonly states: readonly BroadcastState[];
  /** Any of these, or whatever it is. */
  readonly revisions?: readonly string[] | undefined;
};

/** Broadcasts of workspaces. */
export interface BroadcastStore {
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(broadcast: Broadcast, context: CommandContext): Promise<void>;

  /** The broadcast, if it is one of this workspace's; strongly consistent. */
  find(workspaceId: string, broadcastId: string): Promise<Broadcast | undefined>;

  /** Broadcasts of a workspace; those of one state are found without looking at the others. */
  list(workspaceId: string, filter: BroadcastFilter): Promise<Broadcast[]>;

  /**
   * Edits without reading first: one write, which itself demands that the guard holds and that the edit changes the content
   * or, where it has no content, the need for approval (G74, H30). Gives the broadcast as written, or as found by a write
   * that changed nothing; undefined if the workspace has none of this id. @throws ConcurrentUpdateError
   */
  edit(
    target: Pick<Broadcast, 'workspaceId' | 'id'>,
    edit: BroadcastEdit,
    guard: EditGuard,
    context: CommandContext,
  ): Promise<{ readonly written: boolean; readonly broadcast: Broadcast | undefined }>;

  /**
   * Has blind edits of a broadcast refused as concurrent until a moment from now, so that a start which lost to them several
   * times gets its turn. Says nothing of the broadcast itself: no revision, no entry of the log.
   */
  holdEdits(broadcast: Broadcast, until: Date): Promise<void>;

  /**
   * Writes a broadcast if it is still at the revision it was read at, with the event this causes in the same transaction.
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  save(before: Broadcast, after: Broadcast, context: CommandContext, event?: RecordedEvent): Promise<void>;

  /** Deletes the broadcast at the revision it was read at. @throws ConcurrentUpdateError */
  remove(broadcast: Broadcast, context: CommandContext): Promise<void>;
}
