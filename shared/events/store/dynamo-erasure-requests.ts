import * as v from 'valibot';
import type { ErasureRequests } from '#shared/events/ports/erasure-requests.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { fromErasureItem } from './erasure-items.ts';
import { erasureWrites } from './erasure-writes.ts';
import { erasureKey, erasureContactKey } from './keys.ts';

const pointerItem = v.object({ erasureId: v.string() });

/** The read that a request for an erasure needs. */
export function createDynamoErasureReader(core: Table): Pick<ErasureRequests, 'findLast'> {
  return {
    async findLast(workspaceId, contact) {
      const pointer = await core.get(erasureContactKey(workspaceId, contact));
      const { erasureId } = pointer ? parseItem(pointerItem, pointer) : {};
      const item = erasureId === undefined ? undefined : await core.get(erasureKey(workspaceId, erasureId));
      return item && fromErasureItem(item);
    },
  };
}

/** Requests for erasures in the core table. */
export function createDynamoErasureRequests(core: WritableTable): ErasureRequests {
  return {
    ...createDynamoErasureReader(core),

    async create(erasure, context, last) {
      await commit(core, context, erasureWrites({ kind: 'create', erasure, last }, context.change));
    },

    async merge(after, context) {
      await commit(core, context, erasureWrites({ kind: 'merge', erasure: after }, context.change));
    },
  };
}
