import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Account, Tag } from '#shared/publishing/domain/account.ts';

/** Social accounts of workspaces. Every change of one is written with the event it causes, in one transaction (H2). */
export interface AccountStore {
  /** The next integer id of the workspace; a gap does no harm. */
  nextId(workspaceId: string): Promise<number>;
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(account: Account, event: RecordedEvent, context: CommandContext): Promise<void>;
  /** By UUID, as URLs name it; strongly consistent. */
  find(workspaceId: string, uuid: string): Promise<Account | undefined>;
  /** By the integers inside a post; strongly consistent; unknown ones are left out. */
  findAll(workspaceId: string, ids: readonly number[]): Promise<Account[]>;
  /** Newest first, after the integer id named. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<Account[]>;
  /** `event` is null where nothing a receiver is told of changed (G119). @throws ConcurrentUpdateError */
  save(before: Account, after: Account, event: RecordedEvent | null, context: CommandContext): Promise<void>;
  /** Begins its removal from scheduled posts as well (`AccountRemovals`). @throws ConcurrentUpdateError */
  remove(account: Account, event: RecordedEvent, context: CommandContext): Promise<void>;
}

/** Tags of workspaces. */
export interface TagStore {
  nextId(workspaceId: string): Promise<number>;
  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(tag: Tag, context: CommandContext): Promise<void>;
  find(workspaceId: string, uuid: string): Promise<Tag | undefined>;
  /** By the integers inside a post; strongly consistent; unknown ones are left out. */
  findAll(workspaceId: string, ids: readonly number[]): Promise<Tag[]>;
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<Tag[]>;
  /** @throws ConcurrentUpdateError */
  save(before: Tag, after: Tag, context: CommandContext): Promise<void>;
  /** @throws ConcurrentUpdateError */
  remove(tag: Tag, context: CommandContext): Promise<void>;
}
