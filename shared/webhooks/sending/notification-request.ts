import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import {
  type NamedEndpoint,
  notificationText,
  slackText,
} from '#shared/webhooks/domain/notification-text.ts';
import type {
  MailDestination,
  Notification,
  NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import { secretsOf } from '#shared/webhooks/domain/rotate-secret.ts';
import { signingAt } from '#shared/webhooks/domain/signing-secrets.ts';
import type { WebhookRequest } from '#shared/webhooks/ports/webhook-sender.ts';
import { webhookRequestHeaders } from './signature.ts';

/** The encryption context of the secret of a target. */
export function notificationSealContext({ workspaceId, id }: Pick<NotificationTarget, 'workspaceId' | 'id'>) {
  return { purpose: 'notification', workspace: workspaceId, subject: id } as const;
}

/** A target whose notifications are HTTP requests. */
export type RequestTarget = Pick<NotificationTarget, 'workspaceId' | 'id'> & {
  readonly destination: Exclude<NotificationTarget['destination'], MailDestination>;
};

/**
 * The request of one attempt at a notification (docs/specification/webhooks.md#notifications).
 * @throws SecretUnavailableError if the key service is unavailable
 */
export async function notificationRequest(
  secrets: Pick<SecretBox, 'open'>,
  target: RequestTarget,
  notification: Notification,
  endpoint: NamedEndpoint,
  at: Date,
): Promise<WebhookRequest> {
  const { destination } = target;
  const open = (sealed: string) => secrets.open(sealed, notificationSealContext(target));
  const text = notificationText(notification, endpoint);
  if (destination.kind === 'slack') {
    const headers = { 'content-type': 'application/json', 'user-agent': 'workspace-platform-webhooks/1' };
    return { url: await open(destination.sealed), headers, body: toBody({ text: slackText(text) }) };
  }
  const body = toBody(envelope(notification, endpoint, text));
  const headers = webhookRequestHeaders({
    event: `notification.${notification.cause}`,
    deliveryId: notification.id,
    eventId: notification.id,
    timestamp: Math.floor(at.getTime() / 1000),
    // An expired secret never signs, even while its plaintext is cached.
    secrets: await Promise.all(signingAt(secretsOf(destination), at).map(open)),
    body,
  });
  return { url: destination.url, headers, body };
}

function envelope(notification: Notification, endpoint: NamedEndpoint, text: string) {
  const { id, cause, observedAt, workspaceId, endpointId, deliveryId, exhausted } = notification;
  return {
    id,
    schema_version: '1',
    notification: cause,
    occurred_at: observedAt.toISOString(),
    workspace_id: workspaceId,
    test: cause === 'test',
    endpoint: endpointId === null ? null : { id: endpointId, name: endpoint?.name ?? null },
    delivery_id: deliveryId,
    exhausted_deliveries: exhausted,
    text,
  };
}

function toBody(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
