import type { CommandContext } from '#shared/platform/core/change.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';

/** The reads of `NotificationTargets`. */
export interface NotificationTargetReader {
  /** All targets of a workspace, oldest first; eventually consistent. */
  list(workspaceId: string): Promise<NotificationTarget[]>;

  /** One target; strongly consistent. */
  find(workspaceId: string, targetId: string): Promise<NotificationTarget | undefined>;
}

/** The targets of notifications. Every write is a command and throws what `commit` throws. */
export interface NotificationTargets extends NotificationTargetReader {
  /** @throws PlatformError `quota_exceeded` */
  create(target: NotificationTarget, context: CommandContext): Promise<void>;

  /** Replaces the target that was read. */
  save(before: NotificationTarget, after: NotificationTarget, context: CommandContext): Promise<void>;

  /** Notifications that were not sent yet are cancelled. */
  remove(target: NotificationTarget, context: CommandContext): Promise<void>;

  /** Requests a test, which the stream passes on to the notification queue. The test has this id in the log. */
  requestTest(target: NotificationTarget, notificationId: string, context: CommandContext): Promise<void>;
}
