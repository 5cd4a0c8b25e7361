import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/handler.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deleteBatches } from '#shared/publishing/domain/delete-batches.ts';
import { postsDeleted } from '#shared/publishing/domain/post-events.ts';
import { isPublicMatter } from '#shared/publishing/domain/trash-post.ts';
import type { Deletion, PostTrash } from '#shared/publishing/ports/post-trash.ts';
import { requirePublish } from '#shared/publishing/use-cases/load-post.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';
import { type Skipped, sortPost } from './sort-post.ts';

/** How often posts that somebody else changed meanwhile are read and tried again. */
const ATTEMPTS = 3;

type Dependencies = {
  readonly bin: PostTrash;
  readonly endpoints: Pick<EndpointStore, 'readDirectory'>;
};

/**
 * Deletes posts lot by lot, each lot with its event in one transaction (H2, G48): what is told of has happened, and what has
 * happened is told of once, wherever this stops. A post that cannot go does not keep the others.
 */
export function createHandler({ bin, endpoints }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle(request) {
      const { principal, body } = request;
      const ids = [...new Set(body.posts)];
      let pending = await bin.findAll(principal.workspaceId, ids);
      if (pending.some(isPublicMatter))
        requirePublish(principal, 'One of the posts is scheduled or published');

      const gone = new Set<string>();
      const skipped = new Map<string, Skipped>();
      for (let attempt = 1; attempt <= ATTEMPTS && pending.length > 0; attempt += 1) {
        const deletions = pending.flatMap((post) => sortPost(post, request, gone, skipped));
        const lost = await deletionAll(deletions, request, gone);
        pending = await bin.findAll(principal.workspaceId, lost);
      }
      for (const { id } of pending) skipped.set(id, 'concurrent_update');
      return answerOf(
        ids.filter((id) => gone.has(id)),
        ids.flatMap((id) => (gone.has(id) ? [] : { id, code: skipped.get(id) ?? 'post_not_found' })),
        body.trash,
      );
    },
  };

  /** Gives the ids of the lots that lost a race. */
  async function deletionAll(
    deletions: readonly Deletion[],
    { principal: { workspaceId }, body: { trash: toTrash }, now, requestId, command }: Request,
    gone: Set<string>,
  ): Promise<string[]> {
    const lost: string[] = [];
    for (const lot of deleteBatches(deletions)) {
      const ids = lot.map(({ before }) => before.id);
      // As it is at this moment: an endpoint that was enabled while the lots before went has a right to this one (H1).
      const directory = await endpoints.readDirectory(workspaceId);
      const recording = { id: newId(now), now, directory, correlationId: requestId };
      const event = postsDeleted(workspaceId, { ids, toTrash }, recording);
      try {
        // A command of its own for each lot: a nonce names one transaction.
        await bin.deletion(lot, event, await command(answerOf(ids, [], toTrash)));
        for (const id of ids) gone.add(id);
      } catch (error) {
        if (!isRace(error)) throw error;
        lost.push(...ids);
      }
    }
    return lost;
  }
}

type Request = OperationRequest<typeof operation>;

function answerOf(
  ids: readonly string[],
  skipped: readonly { readonly id: string; readonly code: Skipped }[],
  toTrash: boolean,
) {
  const some = ids.length > 0;
  return { status: 200, body: { deleted: some && !toTrash, to_trash: some && toTrash, ids, skipped } };
}

/** Whether one of a lot's posts was changed, or began to go out, since it was read. */
function isRace(error: unknown): boolean {
  if (error instanceof ConcurrentUpdateError) return true;
  return error instanceof PlatformError && error.code === 'post_publishing';
}
