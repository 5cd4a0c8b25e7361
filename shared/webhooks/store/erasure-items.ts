import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { dueErasures, erasureKey } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { type Erasure, lookDueAt } from '#shared/webhooks/domain/erasure.ts';

/** A completed request can be read for a month. */
const ERASURE_TTL_MS = 30 * 86_400_000;

const erasureItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  contact: v.string(),
  state: v.picklist(['queued', 'completed']),
  look: v.picklist([1, 2]),
  walk: maybe(instant),
  last_seen: maybe(v.string()),
  created_at: instant,
  finished_at: maybe(instant),
});

/** The item of a new request. */
export function toErasureItem(erasure: Erasure, change: Change) {
  return {
    ...erasureKey(erasure.workspaceId, erasure.id),
    resource: 'erasure' satisfies AuditedResource,
    id: erasure.id,
    workspace_id: erasure.workspaceId,
    contact: erasure.contact,
    created_at: erasure.createdAt.getTime(),
    ...lookAttributes(erasure),
    ttl: ttlOf(new Date(erasure.createdAt.getTime() + ERASURE_TTL_MS)),
    last_change: toLastChange(change),
  };
}

/** The attributes that the end of a pass changes; undefined ones are removed. A request is in the index exactly while a pass is scheduled. */
export function lookAttributes(erasure: Erasure) {
  const due = lookDueAt(erasure);
  return {
    state: erasure.state,
    look: erasure.look,
    last_seen: erasure.cursor ?? undefined,
    finished_at: erasure.finishedAt?.getTime(),
    owner_pk: due && dueErasures(),
    owner_sk: due && `${due.toISOString()}#${erasure.id}`,
  };
}

/** @throws MalformedItemError */
export function fromErasureItem(item: Item): Erasure {
  const { workspace_id, last_seen, created_at, finished_at, ...rest } = parseItem(erasureItem, item);
  return {
    ...rest,
    workspaceId: workspace_id,
    cursor: last_seen,
    createdAt: created_at,
    finishedAt: finished_at,
  };
}
