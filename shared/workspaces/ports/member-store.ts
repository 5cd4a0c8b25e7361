import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';

/**
 * Members of workspaces. Whatever depends on a member changes in the member's own transaction: the permissions of their
 * keys (R12), the endpoints they are responsible for (G79, H18), and the count of admins. A member whose key makes a change
 * has to be an admin when it is written: a key outlasts its member by up to 30 seconds.
 */
export interface MemberStore {
  /** Members of a workspace, newest first, after the one named. */
  list(
    workspaceId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<Member[]>;

  /** @throws PlatformError `admin_required` · `member_exists` · DuplicateRequestError · ConcurrentUpdateError */
  create(member: Member, context: CommandContext): Promise<void>;

  /**
   * Writes role and products, what the member's keys may do with them, and suspends the endpoints that the member can no
   * longer answer for. @throws PlatformError `admin_required` · `last_admin` · ConcurrentUpdateError
   */
  update(before: Member, after: Member, context: CommandContext): Promise<void>;

  /** Removes a member: their keys are revoked, their endpoints suspended. @throws as `update` */
  remove(member: Member, context: CommandContext): Promise<void>;
}
