import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';

/** The reads of `MemberStore`, for operations that may not write. */
export type MemberReader = {
  /** Members of a workspace, newest first, after the member with the id `after`. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<Member[]>;
};

/**
 * Members of workspaces. Everything that depends on a member changes in the same transaction: the permissions of their
 * keys, the endpoints they are responsible for, and the count of admins. The member whose key makes a change must be an
 * admin at the time of the write, because a key stays valid for up to 30 s after its member was removed
 * (docs/specification.md#effective-permissions).
 */
export type MemberStore = MemberReader & {
  /** @throws PlatformError `admin_required` · `member_exists` · DuplicateRequestError · ConcurrentUpdateError */
  create(member: Member, context: CommandContext): Promise<void>;

  /**
   * Writes role and products, updates the permissions of the member's keys, and suspends the endpoints that the member can
   * no longer be responsible for. @throws PlatformError `admin_required` · `last_admin` · ConcurrentUpdateError
   */
  update(before: Member, after: Member, context: CommandContext): Promise<void>;

  /**
   * Removes a member, revokes their keys and suspends their endpoints. The recorded response of the member's creation
   * loses name and email address. @throws as `update`
   */
  remove(member: Member, context: CommandContext): Promise<void>;
};
