import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { deleteListed } from '#shared/platform/store/owned-items.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { pageOwner } from './keys.ts';

/** Deletes the pages of a workspace, so that nobody can visit them. */
export function createDynamoPageEraser(core: WritableTable): Erasable<ErasedWorkspace> {
  return {
    erase: ({ workspaceId }, hasTime) => deleteListed(core, [pageOwner(workspaceId)], workspaceId, hasTime),
  };
}
