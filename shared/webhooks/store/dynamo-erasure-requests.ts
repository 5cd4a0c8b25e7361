import { commit } from '#shared/platform/store/commit.ts';
import { takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { toErasureItem } from './erasure-items.ts';

/** The part of an erasure store that creates requests; it needs neither events nor the delivery table. */
export function createDynamoErasureRequests(core: WritableTable): Pick<ErasureStore, 'create'> {
  return {
    async create(erasure, context) {
      await commit(core, context, [
        putItem(toErasureItem(erasure, context.change), isNew),
        takeQuota('erasures', erasure.workspaceId),
      ]);
    },
  };
}
