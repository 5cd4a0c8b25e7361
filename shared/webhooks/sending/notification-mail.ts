import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import { currentOrigin } from '#shared/platform/core/stage-hosts.ts';
import type { LinkPurpose, MailTarget } from '#shared/webhooks/domain/mail-consent.ts';
import type { MailDraft, MailParagraph } from '#shared/webhooks/domain/mail-draft.ts';
import { mailLinkPath } from '#shared/webhooks/domain/mail-link.ts';
import { type NamedEndpoint, notificationText, readable } from '#shared/webhooks/domain/notification-text.ts';
import type { LinkSecret, Notification, NotificationCause } from '#shared/webhooks/domain/notification.ts';
import { notificationSealContext } from './notification-request.ts';

/** Subjects contain nothing that a customer has entered. */
const SUBJECTS: Readonly<Record<NotificationCause, string>> = {
  first_final_failure: 'A webhook delivery failed',
  attempts_exhausted: 'Webhook deliveries failed after all their attempts',
  breaker_opened: 'A webhook endpoint does not respond',
  breaker_closed: 'A webhook endpoint responds again',
  responsible_admin_lost: 'A webhook endpoint is suspended',
  rotation_ending: 'The old signing secret of a webhook endpoint ends soon',
  test: 'Test of a notification target',
  confirmation: 'Confirm that you want to receive notifications',
};

/**
 * The mail of one attempt at a notification. The mail that asks for a confirmation contains no text of a customer, because it reaches
 * people who did not ask for it.
 * @throws SecretUnavailableError if the key service is unavailable
 */
export async function notificationMail(
  secrets: Pick<SecretBox, 'open'>,
  target: MailTarget,
  notification: Notification,
  endpoint: NamedEndpoint,
  apiOrigins: readonly string[],
): Promise<MailDraft> {
  const { destination, workspaceId, id: targetId } = target;
  const { confirmation } = destination;
  // Targets of earlier versions have the host of the request, which could be the host of a customer.
  const origin = currentOrigin(destination.origin, apiOrigins);
  async function linkTo(purpose: LinkPurpose, { sealed }: LinkSecret): Promise<string> {
    const secret = await secrets.open(sealed, notificationSealContext(target));
    return `${origin}${mailLinkPath({ purpose, workspaceId, targetId, secret })}`;
  }
  const unsubscribeUrl = await linkTo('unsubscribe', destination.unsubscribe);
  const isConfirmation = notification.cause === 'confirmation' && confirmation !== null;
  const paragraphs: MailParagraph[] = [notificationText(notification, endpoint)];
  if (isConfirmation)
    paragraphs.push(
      { label: 'Confirm', button: 'Confirm', url: await linkTo('confirm', confirmation) },
      'The link works for two days.',
    );
  if (endpoint)
    paragraphs.push({
      label: 'The endpoint in the console',
      button: 'Open the endpoint in the console',
      url: `${origin}/console/endpoints/${endpoint.id}`,
    });
  const label = isConfirmation ? 'Reject these notifications' : 'Unsubscribe';
  const why = `You receive this mail because you confirmed this address for the notification target “${readable(target.name)}”.`;
  return {
    to: destination.email,
    subject: SUBJECTS[notification.cause],
    paragraphs,
    ending: { text: isConfirmation ? null : why, link: { label, button: label, url: unsubscribeUrl } },
    unsubscribeUrl,
  };
}
