import type { Post } from '#shared/publishing/domain/post.ts';
import type { Deletion } from './deletion.ts';
import type { DeleteMode, RemovalRequest } from './post-removal.ts';
import { trashPost } from './trash-post.ts';

/** How posts are deleted. With `social_only`, they stay as they are. */
export type DeletionOptions = { readonly mode: DeleteMode; readonly toTrash: boolean };

/**
 * What the deletion of a post writes; undefined if there is nothing to write. `removal` is the removal from the networks, if any
 * network has the post.
 * @throws PlatformError `post_publishing`
 */
export function deletionOf(
  post: Post,
  { mode, toTrash }: DeletionOptions,
  removal: RemovalRequest | undefined,
  now: Date,
): Deletion | undefined {
  const after = afterDeletion(post, { mode, toTrash }, now);
  const isNew = removal !== undefined && removal.after !== removal.before;
  if (isNew) return { before: post, after, removal };
  return after === post ? undefined : { before: post, after };
}

function afterDeletion(post: Post, { mode, toTrash }: DeletionOptions, now: Date): Post | null {
  if (mode === 'social_only') return post;
  return toTrash ? (trashPost(post, now) ?? post) : null;
}
