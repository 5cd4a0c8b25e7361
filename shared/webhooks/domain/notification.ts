import type { AttemptOutcome, DeliveryReason } from './delivery.ts';

/** The conditions that a target can be notified about (docs/specification.md#notifications). */
export const NOTIFICATION_CONDITIONS = [
  'first_final_failure',
  'attempts_exhausted',
  'breaker_opened',
  'breaker_closed',
  'responsible_admin_lost',
  'rotation_ending',
] as const;

export type NotificationCondition = (typeof NOTIFICATION_CONDITIONS)[number];

/** Why a notification is sent: a condition, or a test that a user requested. */
export type NotificationCause = NotificationCondition | 'test';

/** Deliveries with exhausted attempts after which `attempts_exhausted` applies, and the largest number that can be set. */
export const DEFAULT_EXHAUSTED = 10;
export const MAX_EXHAUSTED = 100;

/** At most one notification per target, endpoint and condition is recorded in this time, in milliseconds. */
export const QUIET_MS = 3_600_000;

/** Exhausted deliveries are counted together for this many milliseconds after the first of them. */
export const COUNTING_MS = 24 * 3_600_000;

/** How long the log keeps a notification, in milliseconds. */
export const NOTIFICATION_TTL_MS = 30 * 86_400_000;

/** Where notifications go. A URL that authorises its sender is stored as ciphertext only. */
export type NotificationDestination =
  | {
      readonly kind: 'https';
      readonly url: string;
      /** The signing secret as ciphertext, and its last characters. */
      readonly sealed: string;
      readonly hint: string;
    }
  | {
      readonly kind: 'slack';
      /** The URL as ciphertext, and the part of it that may be shown. */
      readonly sealed: string;
      readonly hint: string;
    };

/** A receiver of notifications about the endpoints of a workspace (docs/specification.md#notifications). */
export type NotificationTarget = {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly destination: NotificationDestination;
  readonly conditions: readonly NotificationCondition[];
  /** Number of deliveries whose attempts must be exhausted for the condition `attempts_exhausted`. */
  readonly exhaustedAfter: number;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** `cancelled`: the target was deleted before the notification was sent. */
export type NotificationState = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** What a notification is about. It has no content of an event and nothing that a receiver returned. */
export type NotificationSubject = {
  readonly cause: NotificationCause;
  /** Null for a test. */
  readonly endpointId: string | null;
  /** When the condition was observed. */
  readonly observedAt: Date;
  /** The failed delivery; null for a condition of the endpoint itself. */
  readonly deliveryId: string | null;
  /** How many deliveries have exhausted their attempts; null for all other conditions. */
  readonly exhausted: number | null;
};

/** Why the last attempt at a notification failed. */
export type NotificationReason = DeliveryReason | 'target_deleted' | 'expired';

/** One notification to one target, as the log shows it. */
export type Notification = NotificationSubject & {
  readonly id: string;
  readonly workspaceId: string;
  readonly targetId: string;
  readonly state: NotificationState;
  /** Attempts that were recorded. A run that stops after its request leaves that request uncounted. */
  readonly attempts: number;
  readonly outcome: AttemptOutcome | null;
  readonly statusCode: number | null;
  readonly reason: NotificationReason | null;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
};

/** A new notification, whose first attempt the run that records it makes before `nextAttemptAt`. */
export function newNotification(
  id: string,
  { id: targetId, workspaceId }: Pick<NotificationTarget, 'id' | 'workspaceId'>,
  subject: NotificationSubject,
  now: Date,
  nextAttemptAt: Date,
): Notification {
  return {
    ...subject,
    id,
    workspaceId,
    targetId,
    state: 'pending',
    attempts: 0,
    outcome: null,
    statusCode: null,
    reason: null,
    createdAt: now,
    nextAttemptAt,
    finishedAt: null,
  };
}

/** What an edit can change. */
export type NotificationTargetEdit = {
  readonly [K in 'name' | 'destination' | 'conditions' | 'exhaustedAfter']?:
    | NotificationTarget[K]
    | undefined;
};

/** The target after an edit; undefined if nothing changes. A new ciphertext always counts as a change. */
export function editNotificationTarget(
  before: NotificationTarget,
  { name, destination, conditions, exhaustedAfter }: NotificationTargetEdit,
  now: Date,
): NotificationTarget | undefined {
  const after = {
    ...before,
    name: name ?? before.name,
    destination: destination ?? before.destination,
    conditions: conditions ? inOrder(conditions) : before.conditions,
    exhaustedAfter: exhaustedAfter ?? before.exhaustedAfter,
  };
  const isSame =
    after.name === before.name &&
    after.exhaustedAfter === before.exhaustedAfter &&
    after.conditions.join() === before.conditions.join() &&
    JSON.stringify(after.destination) === JSON.stringify(before.destination);
  return isSame ? undefined : { ...after, revision: before.revision + 1, updatedAt: now };
}

/** The conditions, each once, in the order of the documentation. */
export function inOrder(conditions: readonly NotificationCondition[]): NotificationCondition[] {
  return NOTIFICATION_CONDITIONS.filter((condition) => conditions.includes(condition));
}
