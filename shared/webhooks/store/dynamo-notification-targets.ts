import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import {
  checkItem,
  deleteItem,
  exists,
  isNew,
  putItem,
  revisionUnchanged,
} from '#shared/platform/store/write.ts';
import type {
  NotificationTargetReader,
  NotificationTargets,
} from '#shared/webhooks/ports/notification-targets.ts';
import { confirmationWrites, notificationRequestWrite } from './confirmation-writes.ts';
import { notificationTargetKey } from './keys.ts';
import { fromNotificationTargetItem, toNotificationTargetItem } from './notification-items.ts';

/** More than the quota allows. */
const MOST = 25;

/** Greater than every id. */
const LAST = 'g';

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
        ...confirmationWrites(target, context),
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

    async requestConfirmation(before, after, context) {
      const item = toNotificationTargetItem(after, context.change);
      await commit(table, context, [
        putItem(item, revisionUnchanged(before)),
        ...confirmationWrites(after, context),
      ]);
    },

    async requestTest({ id, workspaceId }, notificationId, context) {
      const job = {
        observed: 'test_requested',
        workspaceId,
        at: context.change.at.getTime(),
        targetId: id,
        notificationId,
      } as const;
      await commit(table, context, [
        notificationRequestWrite(job, context),
        checkItem(notificationTargetKey(workspaceId, id), exists),
      ]);
    },
  };
}
