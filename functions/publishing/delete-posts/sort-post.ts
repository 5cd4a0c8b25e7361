import type { OperationRequest } from '#shared/platform/http/handler.ts';
import { postStateError } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { isPublicMatter, trashPost } from '#shared/publishing/domain/trash-post.ts';
import type { Deletion } from '#shared/publishing/ports/post-trash.ts';
import { mayPublish } from '#shared/publishing/use-cases/load-post.ts';
import type { operation } from './operation.ts';

/** Why a post was not deleted. */
export type Skipped = 'post_not_found' | 'post_publishing' | 'permission_missing' | 'concurrent_update';

/**
 * Plans the deletion of a post. Returns none, and records the reason, if the post cannot be deleted or is already in the
 * trash.
 */
export function sortPost(
  before: Post,
  { principal, body, now }: OperationRequest<typeof operation>,
  gone: Set<string>,
  skipped: Map<string, Skipped>,
): Deletion[] {
  const mustStay =
    isPublicMatter(before) && !mayPublish(principal)
      ? 'permission_missing'
      : postStateError('trash', before) && 'post_publishing';
  if (mustStay) {
    skipped.set(before.id, mustStay);
    return [];
  }
  const after = body.trash ? trashPost(before, now) : null;
  if (after !== undefined) return [{ before, after }];
  gone.add(before.id);
  return [];
}
