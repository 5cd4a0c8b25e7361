import type { CommandContext } from '#shared/platform/core/change.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';

/** Whose key it is, as read when it was decided what the key may do; and who decides. */
export type KeyOwnership = { readonly owner: Member; readonly callerId: string };

/**
 * API keys as they are managed: by id, within a workspace. Revoked ones are not found. What a key may do was decided by its
 * member, so that every write requires the member to be as read, and the caller to be an admin if it is another one (R10).
 */
export interface ManagedKeyStore {
  /** Strongly consistent. */
  find(workspaceId: string, keyId: string): Promise<ApiKey | undefined>;

  /** Keys of a workspace, newest first, after the one named. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<ApiKey[]>;

  /**
   * @throws PlatformError `api_key_limit_reached` · `admin_required` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(key: ApiKey, ownership: KeyOwnership, context: CommandContext): Promise<void>;

  /** Writes name and permissions. @throws PlatformError `admin_required` · ConcurrentUpdateError */
  update(key: ApiKey, ownership: KeyOwnership, context: CommandContext): Promise<void>;

  /** @throws PlatformError `admin_required` · ConcurrentUpdateError if it is revoked already */
  revoke(key: ApiKey, context: CommandContext): Promise<void>;
}
