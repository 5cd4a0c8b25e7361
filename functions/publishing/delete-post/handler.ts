import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { postsDeleted } from '#shared/publishing/domain/post-events.ts';
import { requireTrigger } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { deletionNeedsPublish, trashPost } from '#shared/publishing/domain/trash-post.ts';
import { loadPost, requirePublish } from '#shared/publishing/http/post-access.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly posts: Pick<PostReader, 'find'>;
  readonly trash: Pick<PostTrash, 'deletePosts'>;
  readonly endpoints: EndpointDirectory;
};

/** Deletes a post and writes its event in one transaction; a post in the trash is not trashed again. */
export function createHandler({
  posts,
  trash,
  endpoints,
}: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    async load(request) {
      const post = await loadPost(posts, request);
      if (deletionNeedsPublish(post)) requirePublish(request.principal, `The post is ${post.status}`);
      return post;
    },

    async handle({ resource: before, query, body, now, requestId, command }) {
      const toTrash = body.trash || query.trash === 'true';
      requireTrigger('trash', before);
      const after = toTrash ? trashPost(before, now) : null;
      const response = { status: 200, body: { deleted: !toTrash, to_trash: toTrash } };
      if (after === undefined) return response;

      const directory = await endpoints.readDirectory(before.workspaceId);
      const recording = { id: newId(now), now, directory, correlationId: requestId };
      const event = postsDeleted(before.workspaceId, { ids: [before.id], toTrash }, recording);
      await trash.deletePosts([{ before, after }], event, await command(response));
      return response;
    },
  };
}
