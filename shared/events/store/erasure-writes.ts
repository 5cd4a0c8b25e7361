import { type Erasure, type ErasurePlan, MERGE_MS } from '#shared/events/recording/erasure.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { takeQuota } from '#shared/platform/store/quota-writes.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  type Condition,
  isNew,
  putItem,
  toLastChange,
  toSecondaryChange,
  updateItem,
  type Write,
} from '#shared/platform/store/write.ts';
import { mergeAttributes, toErasureItem } from './erasure-items.ts';
import { erasureKey, erasureContactKey } from './keys.ts';

/**
 * The writes of a request for an erasure, for the transaction of the command. @throws PlatformError `quota_exceeded` ·
 * ConcurrentUpdateError if another request was first; this one is then repeated and merged
 */
export function erasureWrites(plan: ErasurePlan, change: Change): Write[] {
  return plan.kind === 'merge' ? [mergeWrite(plan.erasure, change)] : createWrites(plan, change);
}

function createWrites(
  { erasure, last = '' }: ErasurePlan & { readonly kind: 'create' },
  change: Change,
): Write[] {
  const item = toErasureItem(erasure, change);
  const pointer = {
    ...erasureContactKey(erasure.workspaceId, erasure.contact),
    erasureId: erasure.id,
    mergesUntil: erasure.createdAt.getTime() + MERGE_MS,
    // As long as the request: an event that was in the stream during the erasure must not bring records of the contact back.
    ttl: item.ttl,
    lastChange: toSecondaryChange(change),
  };
  return [
    putItem(item, isNew),
    putItem(pointer, {
      expression: 'attribute_not_exists(pk) OR mergesUntil <= :now OR erasureId = :last',
      values: { ':now': erasure.createdAt.getTime(), ':last': last },
    }),
    takeQuota('erasures', erasure.workspaceId),
  ];
}

function mergeWrite(after: Erasure, change: Change): Write {
  const update = setAttributes({ ...mergeAttributes(after), lastChange: toLastChange(change) });
  return updateItem(erasureKey(after.workspaceId, after.id), update, isWaiting);
}

/** No scan includes the request yet. */
const isWaiting: Condition = {
  expression: '#state = :waiting AND #pass = :first AND attribute_not_exists(scanStartedAt)',
  names: { '#state': 'state', '#pass': 'pass' },
  values: { ':waiting': 'queued', ':first': 1 },
};
