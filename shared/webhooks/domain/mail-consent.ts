import type { MailDestination, NotificationTarget } from './notification.ts';

/** A target whose notifications are mails. */
export type MailTarget = NotificationTarget & { readonly destination: MailDestination };

/** The purposes of links in mails. A link has one purpose. */
export const LINK_PURPOSES = ['confirm', 'unsubscribe'] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export function isMailTarget(target: NotificationTarget): target is MailTarget {
  return target.destination.kind === 'email';
}

/** Whether notifications may be sent to the target: to an email address only after its owner has confirmed. */
export function receivesNotifications({ destination }: NotificationTarget): boolean {
  return destination.kind !== 'email' || destination.state === 'active';
}

/** The hash that the secret of a link must have; undefined if no link of this purpose works now. */
export function expectedHash(
  { destination }: MailTarget,
  purpose: LinkPurpose,
  now: Date,
): string | undefined {
  if (purpose === 'unsubscribe') return destination.unsubscribe.hash;
  const { confirmation } = destination;
  return confirmation && confirmation.expiresAt > now.getTime() ? confirmation.hash : undefined;
}

/** The target after its owner used a link; undefined if nothing changes. A confirmation uses up its link. */
export function afterLink(target: MailTarget, purpose: LinkPurpose, now: Date): MailTarget | undefined {
  const state = purpose === 'confirm' ? 'active' : 'unsubscribed';
  const { destination } = target;
  if (destination.state === state && destination.confirmation === null) return undefined;
  return changed(target, { ...destination, state, confirmation: null }, now);
}

/** The target after another confirmation was requested. An earlier link does not work any more. */
export function awaitingConfirmation(
  target: MailTarget,
  confirmation: NonNullable<MailDestination['confirmation']>,
  now: Date,
): MailTarget {
  return changed(target, { ...target.destination, state: 'pending_confirmation', confirmation }, now);
}

function changed(target: MailTarget, destination: MailDestination, now: Date): MailTarget {
  return { ...target, destination, revision: target.revision + 1, updatedAt: now };
}
