import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/write.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { toErasureItem } from './erasure-items.ts';

/** The part of an erasure store that takes requests: it knows nothing of events and deliveries, and needs no second table. */
export function createDynamoErasureRequests(core: Table): Pick<ErasureStore, 'create'> {
  return {
    async create(erasure, context) {
      const isNew = { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
      const item = toErasureItem(erasure, context.change);
      const writes: Write[] = [
        ...idempotencyWrites(core.name, context),
        { kind: 'put', table: core.name, item, condition: isNew },
      ];
      await commit(core.client, writes, context.change.nonce);
    },
  };
}
