import type { CommandContext } from '#shared/platform/core/change.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';
import type { ConsoleKey } from '#shared/workspaces/domain/new-console-key.ts';

/** The owner of a key, as read when its permissions were decided, and the member that decided them. */
export type KeyOwnership = { readonly owner: Member; readonly callerId: string };

/** The reads of `ManagedKeyStore`, for operations that may not write. */
export type ManagedKeyReader = {
  /** Strongly consistent. */
  find(workspaceId: string, keyId: string): Promise<ApiKey | undefined>;

  /** Keys of a workspace, newest first, after the key with the id `after`. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<ApiKey[]>;
};

/**
 * The management of API keys by id within a workspace. Revoked keys are not found. The permissions of a key depend on its
 * member, so every write requires the member to be unchanged, and a caller who manages the key of another member to be an
 * admin (docs/specification.md#keys-act-as-members).
 */
export type ManagedKeyStore = ManagedKeyReader & {
  /**
   * @throws PlatformError `api_key_limit_reached` · `admin_required` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(key: ApiKey, ownership: KeyOwnership, context: CommandContext): Promise<void>;

  /**
   * Creates a console key of its own member, beside the keys that `create` counts, and forgets the member's expired console keys.
   * @throws PlatformError `api_key_limit_reached` · DuplicateRequestError · ConcurrentUpdateError
   */
  createConsoleKey(key: ConsoleKey, owner: Member, context: CommandContext): Promise<void>;

  /** Writes name and permissions. @throws PlatformError `admin_required` · ConcurrentUpdateError */
  update(key: ApiKey, ownership: KeyOwnership, context: CommandContext): Promise<void>;

  /** @throws PlatformError `admin_required` · ConcurrentUpdateError if it is already revoked */
  revoke(key: ApiKey, context: CommandContext): Promise<void>;
};
