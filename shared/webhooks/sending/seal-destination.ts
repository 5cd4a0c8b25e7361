import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { NotificationDestination, NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { notificationSealContext } from './notification-request.ts';
import { secretHint } from './signing-secret.ts';

type Owner = Pick<NotificationTarget, 'workspaceId' | 'id'>;

/** The destination of a Slack-compatible webhook: its URL as ciphertext, and its host and last characters to recognise it by. */
export async function sealSlackUrl(
  secrets: Pick<SecretBox, 'seal'>,
  target: Owner,
  url: string,
): Promise<NotificationDestination> {
  const sealed = await secrets.seal(url, notificationSealContext(target));
  return { kind: 'slack', sealed, hint: `${new URL(url).host}/…${secretHint(url)}` };
}

/** The destination of signed requests with a new secret. */
export async function sealSigningSecret(
  secrets: Pick<SecretBox, 'seal'>,
  target: Owner,
  url: string,
  secret: string,
): Promise<NotificationDestination> {
  const sealed = await secrets.seal(secret, notificationSealContext(target));
  return { kind: 'https', url, sealed, hint: secretHint(secret) };
}
