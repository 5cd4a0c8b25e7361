import type { CommandContext } from '#shared/platform/core/change.ts';
import type { MailTarget } from '#shared/webhooks/domain/mail-consent.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';

/** The reads of `NotificationTargets`. */
export type NotificationTargetReader = {
  /** All targets of a workspace, oldest first; eventually consistent. */
  list(workspaceId: string): Promise<NotificationTarget[]>;

  /** One target; strongly consistent. */
  find(workspaceId: string, targetId: string): Promise<NotificationTarget | undefined>;
};

/** The targets of notifications. Every write is a command and throws what `commit` throws. */
export type NotificationTargets = NotificationTargetReader & {
  /**
   * A target with an email address also requests its confirmation, as `requestConfirmation` does.
   * @throws PlatformError `quota_exceeded` · `confirmation_limit_reached`
   */
  create(target: NotificationTarget, context: CommandContext): Promise<void>;

  /** Replaces the target that was read. */
  save(before: NotificationTarget, after: NotificationTarget, context: CommandContext): Promise<void>;

  /**
   * Replaces the target that was read, and requests the mail of the confirmation that `after` waits for. At most one such mail per
   * address and hour, and `DAILY_CONFIRMATIONS` per workspace and day, are accepted.
   * @throws PlatformError `confirmation_limit_reached`
   */
  requestConfirmation(before: MailTarget, after: MailTarget, context: CommandContext): Promise<void>;

  /** Notifications that were not sent yet are cancelled. */
  remove(target: NotificationTarget, context: CommandContext): Promise<void>;

  /** Requests a test, which the stream passes on to the notification queue. The test has this id in the log. */
  requestTest(target: NotificationTarget, notificationId: string, context: CommandContext): Promise<void>;
};
