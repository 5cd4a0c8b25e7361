import { isCounted, releaseQuota } from '#shared/platform/store/quota-writes.ts';
import type { Write } from '#shared/platform/store/write.ts';
import type { Post } from '#shared/publishing/domain/post.ts';

/** Whether the quota counts a post. The id decides, so that the same posts are counted when they are created and deleted. */
export function isCountedPost({ id }: Pick<Post, 'id'>): boolean {
  return isCounted('posts', id);
}

/** The write that stops counting permanently deleted posts of one workspace; none if the quota counts none of them. */
export function releasePosts(deleted: readonly Pick<Post, 'id' | 'workspaceId'>[]): Write[] {
  const counted = deleted.filter(isCountedPost);
  const [first] = counted;
  return first ? [releaseQuota('posts', first.workspaceId, counted.length)] : [];
}
