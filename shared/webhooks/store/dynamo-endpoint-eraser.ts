import * as v from 'valibot';
import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { directoryKey } from '#shared/platform/store/keys.ts';
import { deleteOwned } from '#shared/platform/store/owned-items.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { endpointKey, targetKey } from './keys.ts';

/** All copies of an endpoint directory have the same endpoints. */
const FIRST_COPY = 0;

const directoryItem = v.object({ endpoints: v.record(v.string(), v.unknown()) });

/** Deletes the endpoints of a workspace, so that nothing is sent to them. */
export function createDynamoEndpointEraser(core: WritableTable): Erasable<ErasedWorkspace> {
  return {
    async erase({ workspaceId }) {
      const item = await core.get(directoryKey(workspaceId, FIRST_COPY));
      const endpointIds = item ? Object.keys(parseItem(directoryItem, item).endpoints) : [];
      for (const endpointId of endpointIds) {
        // The delivery target first: without it, nothing is sent to the endpoint any more.
        await deleteOwned(core, targetKey(endpointId), workspaceId);
        await deleteOwned(core, endpointKey(endpointId), workspaceId);
      }
      return true;
    },
  };
}
