import type { DirectBroadcastEdit } from '#shared/broadcasts/domain/broadcast-edit.ts';
import type { Broadcast, BroadcastState } from '#shared/broadcasts/domain/broadcast.ts';
import type { RunState } from '#shared/broadcasts/domain/run-state.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** A page of broadcasts, ordered by creation time. */
export type BroadcastFilter = {
  readonly state?: BroadcastState | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Id of the last broadcast of the previous page. */
  readonly after?: string | undefined;
};

/** The conditions of an edit without a read. */
export type EditGuard = {
  readonly states: readonly BroadcastState[];
  /** Any of these revisions; absent means any revision. */
  readonly revisions?: readonly string[] | undefined;
  /** Only broadcasts that an engine sends. */
  readonly isExternal?: boolean | undefined;
};

/** The reads of `BroadcastStore`, for operations that may not write. */
export type BroadcastReader = {
  /** The broadcast, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, broadcastId: string): Promise<Broadcast | undefined>;

  /** Broadcasts of a workspace. A filter by state reads only broadcasts in that state. */
  list(workspaceId: string, filter: BroadcastFilter): Promise<Broadcast[]>;
};

/** Broadcasts of workspaces. */
export type BroadcastStore = BroadcastReader & {
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(broadcast: Broadcast, context: CommandContext): Promise<void>;

  /**
   * Edits without a read: one conditional write, which requires the guard and a change of the content or, without content, of
   * the approval (docs/failure-histories.md#reads-before-a-write). Returns the broadcast as written, or as found if nothing
   * was written; undefined if the workspace has no such broadcast. @throws ConcurrentUpdateError
   */
  edit(
    target: Pick<Broadcast, 'workspaceId' | 'id'>,
    edit: DirectBroadcastEdit,
    guard: EditGuard,
    context: CommandContext,
  ): Promise<{ readonly written: boolean; readonly broadcast: Broadcast | undefined }>;

  /**
   * Rejects edits with `concurrent_update` until `until`, so that a start that keeps losing the race can win. It changes
   * neither the revision nor the audit log.
   */
  holdEdits(broadcast: Broadcast, until: Date): Promise<void>;

  /**
   * Writes a broadcast if its revision is unchanged, with the emitted event in the same transaction. The start of a broadcast that the platform
   * sends creates its run (`BroadcastRuns`); its end stops it.
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  save(before: Broadcast, after: Broadcast, context: CommandContext, event?: RecordedEvent): Promise<void>;

  /**
   * Writes a broadcast whose pause begins or ends, with its control in one transaction, if its revision is unchanged. The platform can pause a
   * broadcast without a change of the revision, so the write of a new pause also requires that the broadcast is not paused. The end of a pause
   * also writes the run, if the run has stored no progress meanwhile. @throws DuplicateRequestError · ConcurrentUpdateError
   */
  savePause(
    before: Broadcast,
    after: Broadcast,
    state: { readonly before: RunState; readonly after: RunState },
    context: CommandContext,
  ): Promise<void>;

  /** Deletes the broadcast if its revision is unchanged. @throws ConcurrentUpdateError */
  remove(broadcast: Broadcast, context: CommandContext): Promise<void>;
};
