import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { isIrreversible } from '#shared/publishing/domain/deletion/delete-batches.ts';
import { deletionOf } from '#shared/publishing/domain/deletion/post-deletion.ts';
import { deletionNeedsPublish } from '#shared/publishing/domain/deletion/trash-post.ts';
import { postsDeleted } from '#shared/publishing/domain/post-events.ts';
import { requireTrigger } from '#shared/publishing/domain/post-state.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { deletedView } from '#shared/publishing/http/deletion-body.ts';
import { loadPost, requirePublish } from '#shared/publishing/http/post-access.ts';
import type { PostRemovalReader } from '#shared/publishing/ports/post-removals.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';
import { planRemovals } from '#shared/publishing/use-cases/plan-removals.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly posts: Pick<PostReader, 'find'>;
  readonly trash: Pick<PostTrash, 'deletePosts' | 'readPublications'>;
  readonly postRemovals: PostRemovalReader;
  readonly endpoints: EndpointDirectory;
};

/**
 * Deletes a post and writes its event and its removal from the networks in one transaction. Moving a post that is in the trash to the
 * trash writes nothing, unless it is also removed from the networks.
 */
export function createHandler({
  posts,
  trash,
  postRemovals,
  endpoints,
}: Dependencies): OperationHandler<typeof operation, Post> {
  return {
    async load(request) {
      const post = await loadPost(posts, request);
      if (deletionNeedsPublish(post)) requirePublish(request.principal, `The post is ${post.status}`);
      return post;
    },

    async handle({ resource: before, principal, query, body, now, requestId, command }) {
      const toTrash = body.trash || query.trash === 'true';
      const mode = query.delete_mode ?? body.delete_mode;
      if (mode !== 'app_only') requirePublish(principal, `The delete_mode is ${mode}`);
      requireTrigger('trash', before);
      const planned =
        mode === 'app_only' ? undefined : await planRemovals({ trash, postRemovals }, [before], mode, now);
      const removal = planned?.get(before.id);
      if (mode === 'social_only' && !removal) throw notOnNetworks();
      const deletion = deletionOf(before, { mode, toTrash }, removal, now);
      const body200 = deletedView(true, { mode, toTrash }, removal ? [before.id] : []);
      const response = { status: 200, body: body200 };
      if (!deletion) return response;

      const directory = await endpoints.readDirectory(before.workspaceId);
      const recording = { id: newId(now), now, directory, correlationId: requestId };
      const isDeleted = deletion.after !== before;
      const event = isDeleted
        ? postsDeleted(before.workspaceId, { ids: [before.id], toTrash }, recording)
        : null;
      const options = { checksKey: isIrreversible(deletion) };
      await trash.deletePosts([deletion], event, await command(response, options));
      return response;
    },
  };
}

function notOnNetworks(): PlatformError {
  return new PlatformError(
    publishingErrors.post_not_on_networks,
    'The post has never been published, so it cannot be removed from a social network.',
  );
}
