import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import type { PostStore } from '#shared/publishing/ports/post-store.ts';

const WRITE = 'publishing:posts:write';
const PUBLISH = 'publishing:posts:publish';

type PostRequest = {
  readonly principal: Principal;
  readonly params: { readonly post: string };
};

/** Finds the post of the path. @throws PlatformError `post_not_found` */
export async function loadPost(
  posts: Pick<PostStore, 'find'>,
  { principal, params }: PostRequest,
): Promise<Post> {
  const post = await posts.find(principal.workspaceId, params.post);
  if (!post) throw new PlatformError('post_not_found', NOT_FOUND);
  return post;
}

/**
 * Finds the post for an edit. Changing a scheduled post requires the permission to publish, even if the change makes it a
 * draft (docs/specification.md#permission-to-publish). @throws PlatformError `post_not_found` · `permission_missing`
 */
export async function loadEditablePost(posts: Pick<PostStore, 'find'>, request: PostRequest): Promise<Post> {
  const post = await loadPost(posts, request);
  if (post.status === 'scheduled') requirePublish(request.principal, 'The post is scheduled');
  return post;
}

/** Whether the key may publish. */
export function mayPublish({ permissions }: Pick<Principal, 'permissions'>): boolean {
  return permissions.has(PUBLISH);
}

/** `because` begins the detail of the error. @throws PlatformError `permission_missing` if the key may not publish */
export function requirePublish(principal: Pick<Principal, 'permissions'>, because: string): void {
  if (mayPublish(principal)) return;
  throw new PlatformError('permission_missing', `${because}: the key also needs ${PUBLISH}.`, {
    required_permissions: [WRITE, PUBLISH],
    missing_permissions: [PUBLISH],
  });
}
