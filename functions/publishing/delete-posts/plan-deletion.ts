import type { OperationRequest } from '#shared/platform/http/operation.ts';
import type { Deletion } from '#shared/publishing/domain/deletion/deletion.ts';
import { deletionOf } from '#shared/publishing/domain/deletion/post-deletion.ts';
import type { RemovalRequest } from '#shared/publishing/domain/deletion/post-removal.ts';
import { deletionNeedsPublish } from '#shared/publishing/domain/deletion/trash-post.ts';
import { postStateError } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { mayPublish } from '#shared/publishing/http/post-access.ts';
import type { operation } from './operation.ts';

/** Why a post was not deleted. */
export type Skipped =
  | 'post_not_found'
  | 'post_publishing'
  | 'permission_missing'
  | 'concurrent_update'
  | 'post_not_on_networks';

/** The result so far: the ids of the posts that were deleted, and of those that were not, with the reason. */
export type Progress = {
  readonly deleted: Set<string>;
  readonly skipped: Map<string, Skipped>;
  /** The deleted posts that are being removed from networks. */
  readonly removing: Set<string>;
};

/**
 * Plans the deletion of a post. Returns an empty list if there is nothing to write: a post that is already in the trash is
 * added to `deleted`, and a post that cannot be deleted is added to `skipped` with the reason.
 */
export function planDeletion(
  before: Post,
  removal: RemovalRequest | undefined,
  { principal, body, now }: OperationRequest<typeof operation>,
  { deleted, skipped, removing }: Progress,
): Deletion[] {
  const { trash: toTrash, delete_mode: mode } = body;
  const skipReason =
    deletionNeedsPublish(before) && !mayPublish(principal)
      ? 'permission_missing'
      : postStateError('trash', before)
        ? 'post_publishing'
        : mode === 'social_only' && !removal && 'post_not_on_networks';
  if (skipReason) {
    skipped.set(before.id, skipReason);
    return [];
  }
  if (removal) removing.add(before.id);
  const deletion = deletionOf(before, { mode, toTrash }, removal, now);
  if (deletion) return [deletion];
  deleted.add(before.id);
  return [];
}
