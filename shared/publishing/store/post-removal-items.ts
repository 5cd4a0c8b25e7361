import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  type Condition,
  isNew,
  putItem,
  toLastChange,
  toSecondaryChange,
  type Write,
} from '#shared/platform/store/write.ts';
import {
  expiryOf,
  type PostRemoval,
  REMOVAL_STATES,
  type RemovalRequest,
} from '#shared/publishing/domain/deletion/post-removal.ts';
import { postRemovalKey } from './keys.ts';

const removalItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    mode: v.picklist(['app_and_social', 'social_only']),
    requestedAt: instant,
    accounts: v.array(
      v.object({
        accountId: v.number(),
        provider: v.string(),
        remote: v.array(v.string()),
        left: v.number(),
        uncertain: v.boolean(),
        state: v.picklist(REMOVAL_STATES),
        attempts: v.number(),
        nextAttemptAt: maybe(instant),
        error: maybe(v.object({ code: v.string(), detail: v.string() })),
        finishedAt: maybe(instant),
      }),
    ),
    lastDueSeq: v.number(),
  }),
);

/** The attributes of a removal, with its schedule. */
function attributesOf(removal: PostRemoval) {
  const { id, workspaceId, due, dueSeq } = removal;
  const expiry = expiryOf(removal);
  return {
    ...postRemovalKey(workspaceId, id),
    ...removalItem.encode({ ...removal, lastDueSeq: dueSeq }),
    ...scheduledJobAttributes({ resource: 'post_removal', id, workspaceId }, due),
    ttl: expiry ? ttlOf(expiry) : undefined,
  };
}

/**
 * The write of a requested removal, for the transaction that deletes the post. In the audit log it is a change of the post: a
 * deletion that also writes the post has the same entry.
 */
export function postRemovalWrite({ before, after }: RemovalRequest, change: Change): Write {
  const item = { ...attributesOf(after), resource: 'post', lastChange: toLastChange(change) };
  return putItem(item, before ? unchanged(before) : isNew);
}

/** The write of progress. The audit log has entries for the requests of customers only. */
export function progressWrite(before: PostRemoval, after: PostRemoval, change: Change) {
  const item = { ...attributesOf(after), resource: 'post', lastChange: toSecondaryChange(change) };
  return putItem(item, unchanged(before));
}

/** The removal of a stored item. @throws MalformedItemError */
export function fromPostRemovalItem(item: Item): PostRemoval {
  const { lastDueSeq, ...removal } = removalItem.decode(item);
  return { ...removal, due: readDue(item), dueSeq: lastDueSeq };
}

function unchanged({ dueSeq }: PostRemoval): Condition {
  return { expression: '#seq = :before', names: { '#seq': 'lastDueSeq' }, values: { ':before': dueSeq } };
}
