import * as v from 'valibot';
import { type Erasure, nextPassAt } from '#shared/events/recording/erasure.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { instant, itemCodec, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { erasureKey, dueErasuresPartition } from './keys.ts';

/** A completed request can be read for a month. */
const ERASURE_TTL_MS = 30 * DAY_MS;

const requestItem = itemCodec(
  v.object({ id: v.string(), workspaceId: v.string(), contact: v.string(), createdAt: instant }),
);

const passItem = itemCodec(
  v.object({
    state: v.picklist(['queued', 'completed']),
    pass: v.picklist([1, 2]),
    cursor: maybe(v.string()),
    finishedAt: maybe(instant),
  }),
);

const scanItem = v.object({ scanStartedAt: maybe(instant) });

/** Requests of earlier versions have none. */
const mergeItem = itemCodec(v.object({ requestedAt: maybe(instant) }));

/** The item of a new request. */
export function toErasureItem(erasure: Erasure, change: Change) {
  return {
    ...erasureKey(erasure.workspaceId, erasure.id),
    resource: 'erasure' satisfies AuditedResource,
    ...requestItem.encode(erasure),
    ...mergeAttributes(erasure),
    ttl: ttlOf(new Date(erasure.createdAt.getTime() + ERASURE_TTL_MS)),
    lastChange: toLastChange(change),
  };
}

/**
 * The attributes that the end of a pass changes; undefined ones are removed. A request is in the index exactly while a pass is
 * scheduled.
 */
export function passAttributes(erasure: Erasure) {
  const due = nextPassAt(erasure);
  return {
    ...passItem.encode(erasure),
    ownerPk: due && dueErasuresPartition(),
    ownerSk: due && `${due.toISOString()}#${erasure.id}`,
  };
}

/** The attributes that a merge changes. */
export function mergeAttributes(erasure: Erasure) {
  return { ...passAttributes(erasure), ...mergeItem.encode(erasure) };
}

/** The request of a stored item. @throws MalformedItemError */
export function fromErasureItem(item: Item): Erasure {
  const request = requestItem.decode(item);
  const requestedAt = mergeItem.decode(item).requestedAt ?? request.createdAt;
  return { ...request, ...passItem.decode(item), ...parseItem(scanItem, item), requestedAt };
}
