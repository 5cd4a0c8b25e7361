import type { Change, CommandContext } from '#shared/domain/change.ts';
import type { ApiKey, Member, Workspace } from '#shared/domain/workspaces/workspace.ts';

/** All that a workspace begins with. */
export type Founding = {
  readonly workspace: Workspace;
  readonly members: readonly Member[];
  readonly keys: readonly ApiKey[];
};

/** Workspaces with their members and keys. */
export interface WorkspaceStore {
  find(workspaceId: string): Promise<Workspace | undefined>;
  findMember(workspaceId: string, memberId: string): Promise<Member | undefined>;

  /** Creates a workspace with its first members and keys and an empty endpoint directory, in one transaction. */
  create(founding: Founding, change: Change): Promise<void>;

  /** Writes name and zone if they still are what they were when read. @throws ConcurrentUpdateError */
  update(before: Workspace, after: Workspace, context: CommandContext): Promise<void>;
}

/** Keys by their hash: the one read that answers who is calling (R12). */
export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKey | undefined>;

  /** Notes a use, at most once an hour; whoever loses the race has nothing to do. */
  noteUse(key: ApiKey, now: Date): Promise<void>;
}
