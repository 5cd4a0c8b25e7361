import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import { notificationRequestKey, notificationTargetKey } from '#shared/platform/store/keys.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import { DISPATCH_FILTER } from '#shared/platform/store/table-definition.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import {
  checkItem,
  deleteItem,
  exists,
  isNew,
  putItem,
  revisionUnchanged,
  toLastChange,
} from '#shared/platform/store/write.ts';
import type { Observation } from '#shared/webhooks/domain/notification-message.ts';
import type {
  NotificationTargetReader,
  NotificationTargets,
} from '#shared/webhooks/ports/notification-targets.ts';
import { fromNotificationTargetItem, toNotificationTargetItem } from './notification-items.ts';

/** More than the quota allows. */
const MOST = 25;

/** Greater than every id. */
const LAST = 'g';

/** How long a request for a test remains: longer than the stream keeps its record. */
const REQUEST_TTL_MS = 2 * 86_400_000;

/** The reads of `createDynamoNotificationTargets`, for functions that may not write. */
export function createDynamoNotificationTargetReader(table: Table): NotificationTargetReader {
  return {
    async list(workspaceId) {
      const { pk, sk: from } = notificationTargetKey(workspaceId, '0');
      const items = await table.query({ pk, from, to: LAST, descending: false, limit: MOST });
      return items.map(fromNotificationTargetItem);
    },

    async find(workspaceId, targetId) {
      const item = await table.get(notificationTargetKey(workspaceId, targetId));
      return item && fromNotificationTargetItem(item);
    },
  };
}

/** Notification targets in the core table, in one partition per workspace. */
export function createDynamoNotificationTargets(table: WritableTable): NotificationTargets {
  return {
    ...createDynamoNotificationTargetReader(table),

    async create(target, context) {
      await commit(table, context, [
        putItem(toNotificationTargetItem(target, context.change), isNew),
        takeQuota('notification-targets', target.workspaceId),
      ]);
    },

    async save(before, after, context) {
      const item = toNotificationTargetItem(after, context.change);
      await commit(table, context, [putItem(item, revisionUnchanged(before))]);
    },

    async remove(target, { change }) {
      const { id, workspaceId } = target;
      await commit(table, { change }, [
        deleteItem(notificationTargetKey(workspaceId, id), revisionUnchanged(target)),
        removalEntryWrite({ resource: 'notification_target', id, workspaceId }, change),
        releaseQuota('notification-targets', workspaceId),
      ]);
    },

    async requestTest({ id, workspaceId }, notificationId, context) {
      const { at } = context.change;
      const job: Observation = {
        observed: 'test_requested',
        workspaceId,
        at: at.getTime(),
        targetId: id,
        notificationId,
      };
      const request = {
        ...notificationRequestKey(notificationId),
        [DISPATCH_FILTER.kindAttribute]: 'notification',
        resource: 'notification_target' satisfies AuditedResource,
        id,
        workspaceId,
        job,
        ttl: ttlOf(new Date(at.getTime() + REQUEST_TTL_MS)),
        lastChange: toLastChange(context.change),
      };
      await commit(table, context, [
        putItem(request, isNew),
        checkItem(notificationTargetKey(workspaceId, id), exists),
      ]);
    },
  };
}
