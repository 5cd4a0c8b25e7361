import * as v from 'valibot';
import { commit } from '#shared/platform/store/commit.ts';
import { parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { erasureContactKey, erasureKey } from '#shared/platform/store/keys.ts';
import { takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  type Condition,
  isNew,
  putItem,
  toLastChange,
  toSecondaryChange,
  updateItem,
} from '#shared/platform/store/write.ts';
import { MERGE_MS } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { fromErasureItem, mergeAttributes, toErasureItem } from './erasure-items.ts';

const pointerItem = v.object({ erasureId: v.string() });

/** The part of an erasure store that creates requests; it needs neither events nor the delivery table. */
export function createDynamoErasureRequests(
  core: WritableTable,
): Pick<ErasureStore, 'create' | 'merge' | 'findLast'> {
  return {
    async findLast(workspaceId, contact) {
      const pointer = await core.get(erasureContactKey(workspaceId, contact));
      const { erasureId } = pointer ? parseItem(pointerItem, pointer) : {};
      const item = erasureId === undefined ? undefined : await core.get(erasureKey(workspaceId, erasureId));
      return item && fromErasureItem(item);
    },

    async create(erasure, context, last = '') {
      const mergesUntil = erasure.createdAt.getTime() + MERGE_MS;
      const pointer = {
        ...erasureContactKey(erasure.workspaceId, erasure.contact),
        erasureId: erasure.id,
        mergesUntil,
        ttl: ttlOf(new Date(mergesUntil)),
        lastChange: toSecondaryChange(context.change),
      };
      await commit(core, context, [
        putItem(toErasureItem(erasure, context.change), isNew),
        putItem(pointer, {
          // Of two requests that race, the second one is repeated and then merged.
          expression: 'attribute_not_exists(pk) OR mergesUntil <= :now OR erasureId = :last',
          values: { ':now': erasure.createdAt.getTime(), ':last': last },
        }),
        takeQuota('erasures', erasure.workspaceId),
      ]);
    },

    async merge(after, context) {
      const update = setAttributes({
        ...mergeAttributes(after),
        lastChange: toLastChange(context.change),
      });
      await commit(core, context, [updateItem(erasureKey(after.workspaceId, after.id), update, isWaiting)]);
    },
  };
}

/** No scan includes the request yet. */
const isWaiting: Condition = {
  expression: '#state = :waiting AND #pass = :first AND attribute_not_exists(scanStartedAt)',
  names: { '#state': 'state', '#pass': 'pass' },
  values: { ':waiting': 'queued', ':first': 1 },
};
