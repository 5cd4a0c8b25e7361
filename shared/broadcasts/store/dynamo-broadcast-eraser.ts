import { BROADCAST_STATES } from '#shared/broadcasts/domain/broadcast.ts';
import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { deleteListed } from '#shared/platform/store/owned-items.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { broadcastPartition } from './keys.ts';

/** Deletes the broadcasts of a workspace, so that none is sent. */
export function createDynamoBroadcastEraser(core: WritableTable): Erasable<ErasedWorkspace> {
  return {
    erase: ({ workspaceId }, hasTime) =>
      deleteListed(
        core,
        BROADCAST_STATES.map((state) => broadcastPartition(workspaceId, state)),
        workspaceId,
        hasTime,
      ),
  };
}
