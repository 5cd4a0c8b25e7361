import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deleteBatches, isIrreversible } from '#shared/publishing/domain/deletion/delete-batches.ts';
import type { Deletion } from '#shared/publishing/domain/deletion/deletion.ts';
import type { RemovalRequest } from '#shared/publishing/domain/deletion/post-removal.ts';
import { deletionNeedsPublish } from '#shared/publishing/domain/deletion/trash-post.ts';
import { postsDeleted } from '#shared/publishing/domain/post-events.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { deletedView } from '#shared/publishing/http/deletion-body.ts';
import { requirePublish } from '#shared/publishing/http/post-access.ts';
import type { PostRemovalReader } from '#shared/publishing/ports/post-removals.ts';
import type { PostTrash } from '#shared/publishing/ports/post-trash.ts';
import { planRemovals } from '#shared/publishing/use-cases/plan-removals.ts';
import { isPostRace } from '#shared/publishing/use-cases/post-race.ts';
import type { operation } from './operation.ts';
import { type Progress, type Skipped, planDeletion } from './plan-deletion.ts';

/**
 * Maximum number of posts per batch, in the first, second and third attempt. If a concurrent request changes one post, its
 * whole batch fails. Later attempts therefore use smaller batches.
 */
const BATCH_SIZES = [100, 25, 5];

type Dependencies = {
  readonly trash: PostTrash;
  readonly postRemovals: PostRemovalReader;
  readonly endpoints: EndpointDirectory;
};

/**
 * Deletes posts in batches, each in one transaction with its event. The events therefore describe exactly what was deleted,
 * even if the request stops halfway. A post that cannot be deleted does not affect the others.
 */
export function createHandler({
  trash,
  postRemovals,
  endpoints,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { principal, body } = request;
      if (body.delete_mode !== 'app_only')
        requirePublish(principal, `The delete_mode is ${body.delete_mode}`);
      const ids = [...new Set(body.posts)];
      let pending = await trash.findAll(principal.workspaceId, ids);
      if (pending.some(deletionNeedsPublish))
        requirePublish(principal, 'One of the posts is scheduled or published');

      const progress: Progress = { deleted: new Set(), skipped: new Map(), removing: new Set() };
      const { deleted, skipped, removing } = progress;
      for (const batchSize of BATCH_SIZES) {
        const planned = await plannedFor(pending, request);
        const deletions = pending.flatMap((post) =>
          planDeletion(post, planned.get(post.id), request, progress),
        );
        const lost = await deleteInBatches(deletions, batchSize, request, deleted);
        for (const id of lost) removing.delete(id);
        pending = lost.length > 0 ? await trash.findAll(principal.workspaceId, lost) : [];
        if (pending.length === 0) break;
      }
      for (const { id } of pending) skipped.set(id, 'concurrent_update');
      return toResponse(
        ids.filter((id) => deleted.has(id)),
        ids.flatMap((id) => (deleted.has(id) ? [] : { id, code: skipped.get(id) ?? 'post_not_found' })),
        body,
        ids.filter((id) => removing.has(id)),
      );
    },
  };

  async function plannedFor(
    posts: readonly Post[],
    { body: { delete_mode: mode }, now }: Request,
  ): Promise<Map<string, RemovalRequest>> {
    return mode === 'app_only' ? new Map() : planRemovals({ trash, postRemovals }, posts, mode, now);
  }

  /** Returns the ids of the batches that lost a race. */
  async function deleteInBatches(
    deletions: readonly Deletion[],
    batchSize: number,
    { principal: { workspaceId }, body, now, requestId, command }: Request,
    deleted: Set<string>,
  ): Promise<string[]> {
    const lost: string[] = [];
    const { trash: toTrash } = body;
    for (const batch of deleteBatches(deletions, batchSize)) {
      const ids = batch.map(({ before }) => before.id);
      const changed = batch.filter(({ before, after }) => after !== before).map(({ before }) => before.id);
      // Read for each batch: an endpoint that was enabled in the meantime must receive this event.
      const directory = await endpoints.readDirectory(workspaceId);
      const recording = { id: newId(now), now, directory, correlationId: requestId };
      const event =
        changed.length > 0 ? postsDeleted(workspaceId, { ids: changed, toTrash }, recording) : null;
      const removing = batch.filter(({ removal }) => removal).map(({ before }) => before.id);
      const options = { checksKey: batch.some(isIrreversible) };
      try {
        // Each batch is a separate command, because a nonce identifies one transaction.
        const context = await command(toResponse(ids, [], body, removing), options);
        await trash.deletePosts(batch, event, context);
        for (const id of ids) deleted.add(id);
      } catch (error) {
        if (!isPostRace(error)) throw error;
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
  { trash: toTrash, delete_mode: mode }: Request['body'],
  removals: readonly string[],
) {
  return { status: 200, body: { ...deletedView(ids.length > 0, { mode, toTrash }, removals), ids, skipped } };
}
