import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';

/** The reads of `WorkspaceDeletionStore`, for operations that may not write. */
export type WorkspaceDeletionReader = {
  find(workspaceId: string): Promise<WorkspaceDeletion | undefined>;
};

/** Requests to delete a workspace, at most one per workspace. */
export type WorkspaceDeletionStore = WorkspaceDeletionReader & {
  /** @throws ConcurrentUpdateError if another request was first */
  request(deletion: WorkspaceDeletion, context: CommandContext): Promise<void>;

  /** Deletes a request during its grace period. @throws ConcurrentUpdateError if it was cancelled, or its erasure has begun */
  cancel(deletion: WorkspaceDeletion, context: CommandContext): Promise<void>;
};

/** The progress of erasures, for the function that erases workspaces. */
export type WorkspaceErasureJobs = {
  /** Deletions whose next step may run, oldest first. */
  readDue(now: Date): Promise<WorkspaceDeletion[]>;

  /** Ends the grace period, and stores the hash of the workspace's id. Returns false if the request was cancelled, or another run was first. */
  start(before: WorkspaceDeletion, after: WorkspaceDeletion, change: Change): Promise<boolean>;

  /** Stores the progress. Returns false if another run was first. */
  advance(before: WorkspaceDeletion, after: WorkspaceDeletion): Promise<boolean>;

  /** Deletes the request itself, the last item of the workspace. Returns false if another run was first. */
  finish(deletion: WorkspaceDeletion): Promise<boolean>;
};
