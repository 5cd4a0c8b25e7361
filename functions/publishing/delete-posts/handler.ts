import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deleteBatches } from '#shared/publishing/domain/delete-batches.ts';
import { postsDeleted } from '#shared/publishing/domain/post-events.ts';
import { deletionNeedsPublish } from '#shared/publishing/domain/trash-post.ts';
import { requirePublish } from '#shared/publishing/http/post-access.ts';
import type { Deletion, PostTrash } from '#shared/publishing/ports/post-trash.ts';
import type { operation } from './operation.ts';
import { type Skipped, planDeletion } from './plan-deletion.ts';

/**
 * Maximum number of posts per batch, in the first, second and third attempt. If a concurrent request changes one post, its
 * whole batch fails. Later attempts therefore use smaller batches.
 */
const BATCH_SIZES = [100, 25, 5];

type Dependencies = {
  readonly trash: PostTrash;
  readonly endpoints: EndpointDirectory;
};

/**
 * Deletes posts in batches, each in one transaction with its event. The events therefore describe exactly what was deleted,
 * even if the request stops halfway. A post that cannot be deleted does not affect the others.
 */
export function createHandler({ trash, endpoints }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { principal, body } = request;
      const ids = [...new Set(body.posts)];
      let pending = await trash.findAll(principal.workspaceId, ids);
      if (pending.some(deletionNeedsPublish))
        requirePublish(principal, 'One of the posts is scheduled or published');

      const deleted = new Set<string>();
      const skipped = new Map<string, Skipped>();
      for (const batchSize of BATCH_SIZES) {
        const deletions = pending.flatMap((post) => planDeletion(post, request, deleted, skipped));
        const lost = await deleteInBatches(deletions, batchSize, request, deleted);
        pending = lost.length > 0 ? await trash.findAll(principal.workspaceId, lost) : [];
        if (pending.length === 0) break;
      }
      for (const { id } of pending) skipped.set(id, 'concurrent_update');
      return toResponse(
        ids.filter((id) => deleted.has(id)),
        ids.flatMap((id) => (deleted.has(id) ? [] : { id, code: skipped.get(id) ?? 'post_not_found' })),
        body.trash,
      );
    },
  };

  /** Returns the ids of the batches that lost a race. */
  async function deleteInBatches(
    deletions: readonly Deletion[],
    batchSize: number,
    { principal: { workspaceId }, body: { trash: toTrash }, now, requestId, command }: Request,
    deleted: Set<string>,
  ): Promise<string[]> {
    const lost: string[] = [];
    for (const batch of deleteBatches(deletions, batchSize)) {
      const ids = batch.map(({ before }) => before.id);
      // Read for each batch: an endpoint that was enabled in the meantime must receive this event.
      const directory = await endpoints.readDirectory(workspaceId);
      const recording = { id: newId(now), now, directory, correlationId: requestId };
      const event = postsDeleted(workspaceId, { ids, toTrash }, recording);
      try {
        // Each batch is a separate command, because a nonce identifies one transaction.
        await trash.deletePosts(batch, event, await command(toResponse(ids, [], toTrash)));
        for (const id of ids) deleted.add(id);
      } catch (error) {
        if (!isRace(error)) throw error;
        lost.push(...ids);
      }
    }
    return lost;
  }
}

type Request = OperationRequest<typeof operation>;

function toResponse(
  ids: readonly string[],
  skipped: readonly { readonly id: string; readonly code: Skipped }[],
  toTrash: boolean,
) {
  const some = ids.length > 0;
  return { status: 200, body: { deleted: some && !toTrash, to_trash: some && toTrash, ids, skipped } };
}

/** Whether a post of the batch was changed, or started to be published, after it was read. */
function isRace(error: unknown): boolean {
  if (error instanceof ConcurrentUpdateError) return true;
  return error instanceof PlatformError && error.code === 'post_publishing';
}
