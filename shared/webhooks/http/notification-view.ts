import * as v from 'valibot';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { count, created, id, timestamp, updated, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { DELIVERY_REASONS } from '#shared/webhooks/domain/delivery.ts';
import {
  MAIL_STATES,
  NOTIFICATION_CONDITIONS,
  NOTIFICATION_REASONS,
  type Notification,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import { secretsOf } from '#shared/webhooks/domain/rotate-secret.ts';
import { secretRotation, secretRotationView } from './secret-rotation.ts';

/** A notification target in responses. */
export const notificationTargetSchema = withDescription(
  withTitle(
    'NotificationTarget',
    v.object({
      id,
      name: withDescription(v.string(), 'Name of the target'),
      kind: withDescription(
        v.picklist(['https', 'slack', 'email']),
        '`https`: a receiver of signed requests. `slack`: a Slack-compatible incoming webhook. `email`: an email address',
      ),
      url: withDescription(
        v.nullable(v.string()),
        'The URL; null for a `slack` target, whose URL is a secret, and for an `email` target',
      ),
      email: withDescription(v.nullable(v.string()), 'The address of an `email` target; otherwise null'),
      state: withDescription(
        v.picklist(MAIL_STATES),
        'Whether the target is notified. `active`: it is; always for `https` and `slack`. `pending_confirmation`: the owner of the address ' +
          'has not confirmed it. `unsubscribed`: the owner has unsubscribed, and must confirm the address again',
      ),
      url_hint: withDescription(
        v.nullable(v.string()),
        'Host and last four characters of the URL of a `slack` target; otherwise null',
      ),
      secret_hint: withDescription(
        v.nullable(v.string()),
        'The last four characters of the signing secret of an `https` target; otherwise null',
      ),
      secret_rotation: withDescription(
        v.nullable(secretRotation('notifications')),
        'The last rotation of the signing secret of an `https` target; otherwise null. For 24 hours, notifications are signed with both secrets',
      ),
      conditions: withDescription(
        v.array(v.picklist(NOTIFICATION_CONDITIONS)),
        'The conditions that the target is notified about',
      ),
      exhausted_after: withDescription(
        count,
        'Number of exhausted deliveries of one endpoint within 24 hours that meets the condition `attempts_exhausted`',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A receiver of notifications about the webhook endpoints of the workspace',
);

/** A notification in the log. */
export const notificationSchema = withDescription(
  withTitle(
    'Notification',
    v.object({
      id: withDescription(uuid, 'ID of the notification: `id` in the request to an `https` target'),
      target_id: withDescription(uuid, 'ID of the target'),
      notification: withDescription(
        v.picklist([...NOTIFICATION_CONDITIONS, 'test', 'confirmation']),
        'The condition, `test` for a test that a user requested, or `confirmation` for a mail that asks to confirm the address',
      ),
      endpoint_id: withDescription(
        v.nullable(uuid),
        'ID of the endpoint; null for a test and a confirmation',
      ),
      delivery_id: withDescription(
        v.nullable(uuid),
        'ID of the failed delivery that caused the notification; null if the condition is not about deliveries',
      ),
      exhausted_deliveries: withDescription(
        v.nullable(count),
        'Number of deliveries whose attempts were exhausted; null for other conditions',
      ),
      state: withDescription(
        v.picklist(['pending', 'delivered', 'failed', 'cancelled']),
        '`pending`: an attempt follows. `delivered`: the target responded with a 2xx status, or SES accepted the mail. `failed`: no attempt follows. ' +
          '`cancelled`: the target was deleted, or its address was not confirmed, before an attempt succeeded',
      ),
      reason: withDescription(
        v.nullable(v.picklist([...DELIVERY_REASONS, ...NOTIFICATION_REASONS])),
        'Why the last attempt failed, as in `reason` of a delivery. `expired`: the notification was older than a day. ' +
          '`not_confirmed`: the address is not confirmed, or its owner has unsubscribed. `mail_sender_missing`: the platform sends no mail. ' +
          'Null if there was no failure',
      ),
      attempts: withDescription(count, 'Number of recorded attempts'),
      last_status_code: withDescription(
        v.nullable(v.number()),
        'HTTP status of the last response, for mail that of SES; null if there was none',
      ),
      created_at: withDescription(timestamp, 'When the notification was recorded'),
      next_attempt_at: withDescription(
        v.nullable(timestamp),
        'When the next attempt is due, or when the current attempt counts as lost; null if no attempt follows',
      ),
      finished_at: withDescription(
        v.nullable(timestamp),
        'When the state became final; null while it is pending',
      ),
    }),
  ),
  'A notification to one target',
);

/** The secret of a new target, returned once. */
export const notificationSecret = v.optional(
  withDescription(
    v.string(),
    'The signing secret of an `https` target, `whsec_…`, returned only in this response. The same request with the same ' +
      '`Idempotency-Key` returns it again for 24 hours. Targets of other kinds have none',
  ),
);

/** A target at a given time. */
export function notificationTargetView(
  target: NotificationTarget,
  now: Date,
): v.InferInput<typeof notificationTargetSchema> {
  const { destination } = target;
  const isSigned = destination.kind === 'https';
  const isMail = destination.kind === 'email';
  return {
    id: target.id,
    name: target.name,
    kind: destination.kind,
    url: isSigned ? destination.url : null,
    email: isMail ? destination.email : null,
    state: isMail ? destination.state : 'active',
    url_hint: destination.kind === 'slack' ? destination.hint : null,
    secret_hint: isSigned ? destination.hint : null,
    secret_rotation: isSigned ? secretRotationView(secretsOf(destination), now) : null,
    conditions: [...target.conditions],
    exhausted_after: target.exhaustedAfter,
    created_at: target.createdAt.toISOString(),
    updated_at: target.updatedAt.toISOString(),
  };
}

export function notificationView(notification: Notification): v.InferInput<typeof notificationSchema> {
  return {
    id: notification.id,
    target_id: notification.targetId,
    notification: notification.cause,
    endpoint_id: notification.endpointId,
    delivery_id: notification.deliveryId,
    exhausted_deliveries: notification.exhausted,
    state: notification.state,
    reason: notification.reason,
    attempts: notification.attempts,
    last_status_code: notification.statusCode,
    created_at: notification.createdAt.toISOString(),
    next_attempt_at: notification.nextAttemptAt?.toISOString() ?? null,
    finished_at: notification.finishedAt?.toISOString() ?? null,
  };
}

/** The revision of a target for `If-Match`. */
export function notificationTargetRevision({ revision }: NotificationTarget): string {
  return String(revision);
}

/** The header with the revision of a target. */
export function notificationTargetTag(target: NotificationTarget): { ETag: string } {
  return { ETag: entityTag(notificationTargetRevision(target)) };
}
