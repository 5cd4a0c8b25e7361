import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { expiryOf, type PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { postRemovalView } from '#shared/publishing/http/removal-view.ts';
import type { PostRemovalReader } from '#shared/publishing/ports/post-removals.ts';
import type { operation } from './operation.ts';

/** Reads a removal. DynamoDB deletes expired items with a delay, so an expired removal counts as deleted here. */
export function createHandler({
  postRemovals,
}: {
  readonly postRemovals: PostRemovalReader;
}): OperationHandler<typeof operation, PostRemoval> {
  return {
    async load({ principal, params, now }) {
      const removal = await postRemovals.find(principal.workspaceId, params.post);
      const expiry = removal && expiryOf(removal);
      if (!removal || (expiry && expiry <= now)) throw notFound(publishingErrors.removal_not_found);
      return removal;
    },

    async handle({ resource: removal }) {
      return { status: 200, body: { data: postRemovalView(removal) } };
    },
  };
}
