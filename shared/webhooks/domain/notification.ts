import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import type { AttemptOutcome, DeliveryReason } from './delivery.ts';

/** The conditions that a target can be notified about (docs/specification/webhooks.md#notifications). */
export const NOTIFICATION_CONDITIONS = [
  'first_final_failure',
  'attempts_exhausted',
  'breaker_opened',
  'breaker_closed',
  'responsible_admin_lost',
  'rotation_ending',
] as const;

export type NotificationCondition = (typeof NOTIFICATION_CONDITIONS)[number];

/** Why a notification is sent: a condition, a test that a user requested, or a request to confirm an email address. */
export type NotificationCause = NotificationCondition | 'test' | 'confirmation';

/** Deliveries with exhausted attempts after which `attempts_exhausted` applies, and the largest number that can be set. */
export const DEFAULT_EXHAUSTED = 10;
export const MAX_EXHAUSTED = 100;

/** At most one notification per target, endpoint and condition is recorded in this time, in milliseconds. */
export const QUIET_MS = HOUR_MS;

/** Exhausted deliveries are counted together for this many milliseconds after the first of them. */
export const COUNTING_MS = DAY_MS;

/** How long the log keeps a notification, in milliseconds. */
export const NOTIFICATION_TTL_MS = 30 * DAY_MS;

/** A receiver of signed requests. */
export type SignedDestination = {
  readonly kind: 'https';
  readonly url: string;
  /** The signing secret as ciphertext, and its last characters. */
  readonly sealed: string;
  readonly hint: string;
  /** The secret before the last rotation, which also signs until `expiresAt` in epoch milliseconds; null if the rotation revoked it. */
  readonly previous: { readonly sealed: string; readonly expiresAt: number } | null;
};

/** Where notifications go. A URL that authorises its sender is stored as ciphertext only. */
export type NotificationDestination =
  | SignedDestination
  | {
      readonly kind: 'slack';
      /** The URL as ciphertext, and the part of it that may be shown. */
      readonly sealed: string;
      readonly hint: string;
    }
  | MailDestination;

/** Whether the owner of an address receives notifications. */
export const MAIL_STATES = ['pending_confirmation', 'active', 'unsubscribed'] as const;

export type MailState = (typeof MAIL_STATES)[number];

/** The secret of a link in a mail: its ciphertext for the function that sends the mail, its hash for the page that the link opens. */
export type LinkSecret = { readonly sealed: string; readonly hash: string };

/** An email address, which receives nothing but requests for a confirmation until its owner has confirmed. */
export type MailDestination = {
  readonly kind: 'email';
  readonly email: string;
  /** The origin of the API for the links of mails. One that is not, or no longer, of the API is not used. */
  readonly origin: string;
  readonly state: MailState;
  /** Its link works as long as the target exists. */
  readonly unsubscribe: LinkSecret;
  /** The newest request for a confirmation, with the id of its mail in the log; null after a confirmation or an unsubscription. */
  readonly confirmation: (LinkSecret & { readonly id: string; readonly expiresAt: number }) | null;
};

/** The link of a confirmation mail works for this many milliseconds. */
export const CONFIRMATION_MS = 48 * HOUR_MS;

/** A receiver of notifications about the endpoints of a workspace (docs/specification/webhooks.md#notifications). */
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

/** `cancelled`: the target was deleted, or must not receive mail any more, before the notification was sent. */
export type NotificationState = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** What a notification is about. It has no content of an event and nothing that a receiver returned. */
export type NotificationSubject = {
  readonly cause: NotificationCause;
  /** Null for a test and for a request for a confirmation. */
  readonly endpointId: string | null;
  /** When the condition was observed. */
  readonly observedAt: Date;
  /** The failed delivery; null for a condition of the endpoint itself. */
  readonly deliveryId: string | null;
  /** How many deliveries have exhausted their attempts; null for all other conditions. */
  readonly exhausted: number | null;
};

/** Why the last attempt at a notification failed. */
export const NOTIFICATION_REASONS = [
  'target_deleted',
  'expired',
  /** The owner of the address has not confirmed it, has unsubscribed, or was asked for another confirmation. */
  'not_confirmed',
  /** The stage has no sender of mail any more. */
  'mail_sender_missing',
] as const;

export type NotificationReason = DeliveryReason | (typeof NOTIFICATION_REASONS)[number];

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
