import type { Change, CommandContext } from '#shared/platform/core/change.ts';
import type { ApiKey, Member, Workspace } from './workspace.ts';
import type { ZoneRecompute } from './zone-recompute.ts';

/** All that a workspace begins with. */
export type NewWorkspace = {
  readonly workspace: Workspace;
  readonly members: readonly Member[];
  readonly keys: readonly ApiKey[];
};

/** Workspaces with their members and keys. */
export interface WorkspaceStore {
  find(workspaceId: string): Promise<Workspace | undefined>;
  findMember(workspaceId: string, memberId: string): Promise<Member | undefined>;

  /** Creates a workspace with its first members and keys and an empty endpoint directory, in one transaction. */
  create(newWorkspace: NewWorkspace, change: Change): Promise<void>;

  /**
   * Writes name and zone, and the recompute that a new zone asks for, if all of them still are what they were when read; how far an
   * earlier recompute has come is left alone. @throws ConcurrentUpdateError
   */
  update(before: Workspace, after: Workspace, context: CommandContext): Promise<void>;

  /** Notes how far the recompute has come, unless a later change of the zone or another run was first: then false. */
  advanceRecompute(before: Workspace, after: ZoneRecompute): Promise<boolean>;
}

/** Keys by their hash: the one read that answers who is calling (R12). */
export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKey | undefined>;

  /** Notes a use, at most once an hour; whoever loses the race has nothing to do. */
  recordKeyUse(key: ApiKey, now: Date): Promise<void>;
}
