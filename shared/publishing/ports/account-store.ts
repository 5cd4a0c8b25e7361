import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Account, Tag } from '#shared/publishing/domain/account.ts';
import type { AccountOnNetwork } from '#shared/publishing/domain/identity/account-identity.ts';

/** An account as the network describes it, before it is stored. */
export type FoundAccount = AccountOnNetwork & Pick<Account, 'workspaceId'>;

/** The reads of `AccountStore`, for operations that may not write. */
export type AccountReader = {
  /** Finds an account by UUID, or by integer id as a string of digits; strongly consistent. */
  find(workspaceId: string, ref: string): Promise<Account | undefined>;

  /** Finds accounts by integer id; strongly consistent. Unknown ids are omitted. */
  findAll(workspaceId: string, ids: readonly number[]): Promise<Account[]>;

  /** Newest first, after the given integer id. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<Account[]>;

  /**
   * The account of the workspace that is the same account of the network. Strongly consistent for accounts with an identity; for those
   * of earlier versions all accounts are read.
   */
  findSame(found: FoundAccount): Promise<Account | undefined>;
};

/**
 * Social accounts of workspaces. Every change is written in one transaction with the event it causes
 * (docs/failure-histories.md#events-of-deletes-and-bulk-commands).
 */
export type AccountStore = AccountReader & {
  /** The next integer id of the workspace; gaps are allowed. */
  nextId(workspaceId: string): Promise<number>;

  /** Claims the identity of the account. @throws PlatformError `account_exists` · DuplicateRequestError · ConcurrentUpdateError */
  create(account: Account, event: RecordedEvent, context: CommandContext): Promise<void>;

  /**
   * `event` is null if the change emits none. An account that gets an identity claims it, unless it had none and another account has
   * the claim: accounts that earlier versions connected twice stay two. @throws PlatformError `account_exists` · ConcurrentUpdateError
   */
  save(before: Account, after: Account, event: RecordedEvent | null, context: CommandContext): Promise<void>;

  /** Also releases the identity, and starts the removal from scheduled posts (`AccountRemovals`). @throws ConcurrentUpdateError */
  remove(account: Account, event: RecordedEvent, context: CommandContext): Promise<void>;
};

/** The reads of `TagStore`, for operations that may not write. */
export type TagReader = {
  /** By UUID, or by integer id as a string of digits; strongly consistent. */
  find(workspaceId: string, ref: string): Promise<Tag | undefined>;

  /** Finds tags by integer id; strongly consistent. Unknown ids are omitted. */
  findAll(workspaceId: string, ids: readonly number[]): Promise<Tag[]>;

  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<Tag[]>;
};

/** Tags of workspaces. */
export type TagStore = TagReader & {
  nextId(workspaceId: string): Promise<number>;

  /** @throws DuplicateRequestError · ConcurrentUpdateError */
  create(tag: Tag, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError */
  save(before: Tag, after: Tag, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError */
  remove(tag: Tag, context: CommandContext): Promise<void>;
};
