import * as v from 'valibot';
import { erasureContactKey, erasureKey } from '#shared/events/store/keys.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { fromErasureItem } from './erasure-items.ts';
import { erasureWrites } from './erasure-writes.ts';

const pointerItem = v.object({ erasureId: v.string() });

/** The read that a request for an erasure needs. */
export function createDynamoErasureReader(core: Table): Pick<ErasureStore, 'findLast'> {
  return {
    async findLast(workspaceId, contact) {
      const pointer = await core.get(erasureContactKey(workspaceId, contact));
      const { erasureId } = pointer ? parseItem(pointerItem, pointer) : {};
      const item = erasureId === undefined ? undefined : await core.get(erasureKey(workspaceId, erasureId));
      return item && fromErasureItem(item);
    },
  };
}

/** The part of an erasure store that creates requests; it needs neither events nor the delivery table. */
export function createDynamoErasureRequests(
  core: WritableTable,
): Pick<ErasureStore, 'create' | 'merge' | 'findLast'> {
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
