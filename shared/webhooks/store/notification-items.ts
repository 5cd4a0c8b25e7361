import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { ATTEMPT_OUTCOMES, DELIVERY_REASONS } from '#shared/webhooks/domain/delivery.ts';
import {
  MAIL_STATES,
  NOTIFICATION_CONDITIONS,
  NOTIFICATION_REASONS,
  NOTIFICATION_TTL_MS,
  type Notification,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import type { NotificationProgress } from '#shared/webhooks/ports/notification-log.ts';
import { dueNotificationsPartition, notificationKey, notificationTargetKey } from './keys.ts';

const linkSecret = v.object({ sealed: v.string(), hash: v.string() });

const targetItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    name: v.string(),
    destination: v.variant('kind', [
      v.object({
        kind: v.literal('https'),
        url: v.string(),
        sealed: v.string(),
        hint: v.string(),
        previous: maybe(v.object({ sealed: v.string(), expiresAt: v.number() })),
      }),
      v.object({ kind: v.literal('slack'), sealed: v.string(), hint: v.string() }),
      v.object({
        kind: v.literal('email'),
        email: v.string(),
        origin: v.string(),
        state: v.picklist(MAIL_STATES),
        unsubscribe: linkSecret,
        confirmation: v.nullable(v.object({ ...linkSecret.entries, id: v.string(), expiresAt: v.number() })),
      }),
    ]),
    conditions: v.array(v.picklist(NOTIFICATION_CONDITIONS)),
    exhaustedAfter: v.number(),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The item of a target, which the audit log follows. */
export function toNotificationTargetItem(target: NotificationTarget, change: Change) {
  return {
    ...notificationTargetKey(target.workspaceId, target.id),
    resource: 'notification_target' satisfies AuditedResource,
    ...targetItem.encode(target),
    lastChange: toLastChange(change),
  };
}

/** @throws MalformedItemError */
export function fromNotificationTargetItem(item: Item): NotificationTarget {
  return targetItem.decode(item);
}

const progressItem = itemCodec(
  v.object({
    state: v.picklist(['pending', 'delivered', 'failed', 'cancelled']),
    outcome: maybe(v.picklist(ATTEMPT_OUTCOMES)),
    statusCode: maybe(v.number()),
    reason: maybe(v.picklist([...DELIVERY_REASONS, ...NOTIFICATION_REASONS])),
    nextAttemptAt: maybe(instant),
    finishedAt: maybe(instant),
  }),
);

const notificationItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    targetId: v.string(),
    cause: v.picklist([...NOTIFICATION_CONDITIONS, 'test', 'confirmation']),
    endpointId: maybe(v.string()),
    observedAt: instant,
    deliveryId: maybe(v.string()),
    exhausted: maybe(v.number()),
    attempts: v.number(),
    ...progressItem.schema.entries,
    createdAt: instant,
  }),
);

/** A notification in the log. It is in the index by due time while it is pending. */
export function toNotificationItem(notification: Notification) {
  return {
    ...notificationKey(notification.workspaceId, notification.id),
    ...notificationItem.encode(notification),
    ...dueAttributes(notification.id, notification.nextAttemptAt),
    ttl: ttlOf(new Date(notification.createdAt.getTime() + NOTIFICATION_TTL_MS)),
  };
}

/** @throws MalformedItemError */
export function fromNotificationItem(item: Item): Notification {
  return notificationItem.decode(item);
}

/** The attributes that an attempt changes. */
export function toProgressAttributes(id: string, progress: NotificationProgress) {
  return { ...progressItem.encode(progress), ...dueAttributes(id, progress.nextAttemptAt) };
}

/** Undefined removes the attributes, and the item leaves the index. */
function dueAttributes(id: string, at: Date | null) {
  return {
    duePk: at ? dueNotificationsPartition() : undefined,
    dueSk: at ? dueSortKey(at, id) : undefined,
  };
}

/** The place of a pending notification in the index. Without an id, a key before all notifications of that time. */
export function dueSortKey(at: Date, id = ''): string {
  return `${at.toISOString()}#${id}`;
}
