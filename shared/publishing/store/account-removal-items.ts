import * as v from 'valibot';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { plannedAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { AccountRemoval } from '#shared/publishing/domain/account-removal.ts';
import { accountRemovalKey } from './publishing-keys.ts';

/** A completed removal is kept for a week, for investigations. */
const KEPT_MS = 7 * 86_400_000;

const removalItem = v.object({
  id: v.string(),
  number: v.number(),
  workspace_id: v.string(),
  since: instant,
  look: v.picklist([1, 2]),
  after: maybe(v.string()),
  seq: v.number(),
  due_at: maybe(instant),
  due_timer: maybe(v.boolean()),
});

/** The item of a removal, with its schedule. The audit log has no entries for it. */
export function toAccountRemovalItem(removal: AccountRemoval, change: Change) {
  const { workspaceId, uuid, accountId, since, look, after, due, dueSeq } = removal;
  return {
    ...accountRemovalKey(workspaceId, uuid),
    id: uuid,
    number: accountId,
    workspace_id: workspaceId,
    since: since.getTime(),
    look,
    after: after ?? undefined,
    seq: dueSeq,
    ...plannedAttributes({ resource: 'account', id: uuid, workspaceId }, due),
    ttl: due ? undefined : ttlOf(new Date(since.getTime() + KEPT_MS)),
    last_change: toLastChange(change),
  };
}

/** The removal of a stored item. @throws MalformedItemError */
export function fromAccountRemovalItem(item: Item): AccountRemoval {
  const stored = parseItem(removalItem, item);
  const {
    id: uuid,
    number: accountId,
    workspace_id: workspaceId,
    seq,
    due_at: at,
    due_timer,
    ...rest
  } = stored;
  const due = at && { at, seq, timer: due_timer === true };
  return { ...rest, uuid, accountId, workspaceId, due, dueSeq: seq };
}
