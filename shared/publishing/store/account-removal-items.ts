import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import type { AccountRemoval } from '#shared/publishing/domain/account-removal.ts';
import { accountRemovalKey } from './keys.ts';

/** A completed removal is kept for a week, for investigations. */
const KEPT_MS = 7 * DAY_MS;

const removalItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    uuid: v.string(),
    accountId: v.number(),
    since: instant,
    pass: v.picklist([1, 2]),
    after: maybe(v.string()),
    dueSeq: v.number(),
  }),
);

/** The item of a removal, with its schedule. The audit log has no entries for it. */
export function toAccountRemovalItem(removal: AccountRemoval, change: Change) {
  const { workspaceId, uuid, since, due } = removal;
  return {
    ...accountRemovalKey(workspaceId, uuid),
    ...scheduledJobAttributes({ resource: 'account', id: uuid, workspaceId }, due),
    ...removalItem.encode(removal),
    ttl: due ? undefined : ttlOf(new Date(since.getTime() + KEPT_MS)),
    lastChange: toLastChange(change),
  };
}

/** The removal of a stored item. @throws MalformedItemError */
export function fromAccountRemovalItem(item: Item): AccountRemoval {
  return { ...removalItem.decode(item), due: readDue(item) };
}
