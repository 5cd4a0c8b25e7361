import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { ApiKey, Member, Workspace } from './workspace.ts';
import type { ZoneRecompute } from './zone-recompute.ts';

/** A new workspace with its first members and keys. */
export type NewWorkspace = {
  readonly workspace: Workspace;
  readonly members: readonly Member[];
  readonly keys: readonly ApiKey[];
};

/** The reads of `WorkspaceStore`, for operations that may not write. */
export type WorkspaceReader = {
  find(workspaceId: string): Promise<Workspace | undefined>;
  findMember(workspaceId: string, memberId: string): Promise<Member | undefined>;
};

/** Workspaces with their members and keys. */
export type WorkspaceStore = WorkspaceReader & {
  /** Creates a workspace with its first members and keys and an empty endpoint directory, in one transaction. */
  create(newWorkspace: NewWorkspace, change: Change): Promise<void>;

  /**
   * Writes name, time zone and a requested recompute if all of them are unchanged since they were read. The progress of an
   * earlier recompute is not changed. With another time zone, the calendar of the workspace runs at once.
   * @throws ConcurrentUpdateError
   */
  update(before: Workspace, after: Workspace, context: CommandContext): Promise<void>;

  /** Stores the progress of a recompute. Returns false if a later change of the time zone or another run was first. */
  advanceRecompute(before: Workspace, after: ZoneRecompute): Promise<boolean>;
};

/** API keys by their hash: one read authenticates a request (docs/specification.md#effective-permissions). */
export type ApiKeyStore = {
  findByHash(hash: string): Promise<ApiKey | undefined>;

  /** Records a use, at most once an hour. Losing the race against another container is not an error. */
  recordKeyUse(key: ApiKey, now: Date): Promise<void>;
};
