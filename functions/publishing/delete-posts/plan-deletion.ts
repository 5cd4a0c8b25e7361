import type { OperationRequest } from '#shared/platform/http/operation.ts';
import { postStateError } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { deletionNeedsPublish, trashPost } from '#shared/publishing/domain/trash-post.ts';
import { mayPublish } from '#shared/publishing/http/post-access.ts';
import type { Deletion } from '#shared/publishing/ports/post-trash.ts';
import type { operation } from './operation.ts';

/** Why a post was not deleted. */
export type Skipped = 'post_not_found' | 'post_publishing' | 'permission_missing' | 'concurrent_update';

/**
 * Plans the deletion of a post. Returns an empty list if there is nothing to write: a post that is already in the trash is
 * added to `deleted`, and a post that cannot be deleted is added to `skipped` with the reason.
 */
export function planDeletion(
  before: Post,
  { principal, body, now }: OperationRequest<typeof operation>,
  deleted: Set<string>,
  skipped: Map<string, Skipped>,
): Deletion[] {
  const skipReason =
    deletionNeedsPublish(before) && !mayPublish(principal)
      ? 'permission_missing'
      : postStateError('trash', before) && 'post_publishing';
  if (skipReason) {
    skipped.set(before.id, skipReason);
    return [];
  }
  const after = body.trash ? trashPost(before, now) : null;
  if (after !== undefined) return [{ before, after }];
  deleted.add(before.id);
  return [];
}
