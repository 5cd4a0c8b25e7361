import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { Notification } from '#shared/webhooks/domain/notification.ts';

/** The result of an attempt, or of a notification that ended without an attempt. */
export type NotificationProgress = Pick<
  Notification,
  'state' | 'outcome' | 'statusCode' | 'reason' | 'nextAttemptAt' | 'finishedAt'
>;

/** A pending notification whose attempt is overdue, as the index shows it; eventually consistent. */
export type DueNotification = {
  readonly workspaceId: string;
  readonly id: string;
  /** Opaque sort key of the index, which the claim compares. */
  readonly indexKey: string;
};

/** A page of the log, newest first. */
export type NotificationRange = { readonly limit: number; readonly after?: string | undefined };

/** The reads of `NotificationLog`. */
export type NotificationReader = {
  list(workspaceId: string, range: NotificationRange): Promise<Notification[]>;
};

/** Notifications with the state of their attempts. */
export type NotificationLog = NotificationReader & {
  /**
   * Records a notification and claims its first attempt, unless its target was notified about the same condition of the same
   * endpoint in the last hour, or about the same occurrence before. A test has no endpoint and is recorded once by its id.
   * @returns whether it was recorded by this call
   */
  record(notification: Notification, occurrence: string): Promise<boolean>;

  /**
   * Counts a delivery with exhausted attempts, each delivery once. A count ends `COUNTING_MS` after its first delivery, or when it has
   * reached `enough`. `record` starts the next count.
   * @returns the number of counted deliveries
   */
  countExhausted(
    place: Pick<Notification, 'workspaceId' | 'targetId'> & { readonly endpointId: string },
    deliveryId: string,
    enough: number,
    now: Date,
  ): Promise<number>;

  /** Claims the due attempt until a time. Undefined if no attempt is due, or if another run has claimed the attempt. */
  claim(workspaceId: string, id: string, now: Date, until: Date): Promise<Notification | undefined>;

  /** Records the result of the claimed attempt. Of two runs that made the same attempt, one records it. */
  finishAttempt(claimed: Notification, progress: NotificationProgress): Promise<void>;
};

/** What the sweep reads and claims. */
export type DueNotifications = {
  /**
   * Pending notifications that were due before a time, in pages, the oldest first. An unreadable item is returned as its error, so
   * that it does not hide the others.
   */
  readDue(before: Date): AsyncIterable<readonly (DueNotification | MalformedItemError)[]>;

  /** Postpones the next check. False if the notification changed since it was read. */
  postpone(due: DueNotification, until: Date): Promise<boolean>;
};
