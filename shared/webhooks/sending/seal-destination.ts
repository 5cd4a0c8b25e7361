import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { generateLinkSecret, hashLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import {
  CONFIRMATION_MS,
  type LinkSecret,
  type MailDestination,
  type NotificationDestination,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
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

/** The secret of a link in mails to a target, as it is stored. */
export async function sealLinkSecret(
  secrets: Pick<SecretBox, 'seal'>,
  target: Owner,
  randomBytes: (size: number) => Buffer,
): Promise<LinkSecret> {
  const secret = generateLinkSecret(randomBytes);
  return {
    sealed: await secrets.seal(secret, notificationSealContext(target)),
    hash: hashLinkSecret(secret),
  };
}

/** A new request for a confirmation, whose link works for `CONFIRMATION_MS`. */
export async function sealConfirmation(
  secrets: Pick<SecretBox, 'seal'>,
  target: Owner,
  randomBytes: (size: number) => Buffer,
  now: Date,
): Promise<NonNullable<MailDestination['confirmation']>> {
  const link = await sealLinkSecret(secrets, target, randomBytes);
  return { ...link, id: newId(now), expiresAt: now.getTime() + CONFIRMATION_MS };
}

/** The destination of signed requests with a new secret. */
export async function sealSigningSecret(
  secrets: Pick<SecretBox, 'seal'>,
  target: Owner,
  url: string,
  secret: string,
): Promise<NotificationDestination> {
  const sealed = await secrets.seal(secret, notificationSealContext(target));
  return { kind: 'https', url, sealed, hint: secretHint(secret), previous: null };
}
