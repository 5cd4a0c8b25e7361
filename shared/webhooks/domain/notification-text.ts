import type { Notification, NotificationCause } from './notification.ts';
import { rotationEndsAt } from './rotate-secret.ts';

/** The endpoint as texts name it; null if it was deleted, or if the notification is a test. */
export type NamedEndpoint = { readonly id: string; readonly name: string } | null;

type Subject = Pick<Notification, 'cause' | 'exhausted' | 'observedAt'>;

type Sentences = (who: string, subject: Subject) => string;

const SENTENCES: Readonly<Record<NotificationCause, Sentences>> = {
  first_final_failure: (who) =>
    `${who} did not receive a delivery, and the delivery is not retried any more. Read the reason in the delivery, fix the receiver, ` +
    'then resend the delivery.',
  attempts_exhausted: (who, { exhausted }) =>
    `${who} did not receive ${exhausted} deliveries, and no attempts are left for them. Fix the receiver, then recover the failed ` +
    'deliveries.',
  breaker_opened: (who) =>
    `${who} does not respond, so its deliveries wait. Regular probes test whether it responds again. Check whether the receiver runs and can be reached.`,
  breaker_closed: (who) => `${who} responds again. The deliveries that waited are being sent.`,
  responsible_admin_lost: (who) =>
    `${who} is suspended, because its responsible admin lost access. Its deliveries are held. Another admin ` +
    'must take over the endpoint, which cancels the held deliveries, and can then recover them.',
  rotation_ending: (who, { observedAt }) =>
    `${who} has a new signing secret. Its deliveries are also signed with the old secret until ${rotationEndsAt(observedAt).toISOString()}. ` +
    'Before that time, make sure that the receiver verifies signatures with the new secret.',
  test: () =>
    'This is a test of a notification target. Notifications about webhook endpoints will arrive here.',
  confirmation: () =>
    'Somebody asked to send notifications about webhook endpoints to this email address. If you want to receive them, open the link ' +
    'and confirm. If you do nothing, you receive none.',
};

/** What happened and what to do, in plain text. */
export function notificationText(subject: Subject, endpoint: NamedEndpoint): string {
  const who = endpoint ? `The webhook endpoint “${readable(endpoint.name)}”` : 'A deleted webhook endpoint';
  return SENTENCES[subject.cause](who, subject);
}

/** Control characters, and characters that are invisible or change the direction of others. */
const FORMAT = /[\p{Cf}\p{Cc}\u2028\u2029]/gu;

/** Removes these characters from a name, so that the name does not change how the words around it are read. */
export function readable(text: string): string {
  return text.replaceAll(FORMAT, '');
}

/** Invisible, without a width, and no place for a line break. */
const WORD_JOINER = '\u2060';

/**
 * The text for a Slack-compatible webhook. `&`, `<` and `>` are escaped, so that no link and no mention is possible in Slack. Other
 * services find both in plain text too: the word joiner keeps `@` and `://` from starting one.
 */
export function slackText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', `@${WORD_JOINER}`)
    .replaceAll('://', `:${WORD_JOINER}//`);
}
