import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { deleteListed } from '#shared/platform/store/owned-items.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { POST_STATUSES } from '#shared/publishing/domain/post.ts';
import { postPartition } from './keys.ts';

/** Deletes the posts of a workspace, so that none is published. */
export function createDynamoPostEraser(core: WritableTable): Erasable<ErasedWorkspace> {
  return {
    erase: ({ workspaceId }, hasTime) =>
      deleteListed(
        core,
        [...POST_STATUSES, 'trash'].map((bucket) => postPartition(workspaceId, bucket)),
        workspaceId,
        hasTime,
      ),
  };
}
