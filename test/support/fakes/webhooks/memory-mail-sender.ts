import type { Mail, MailSender } from '#shared/webhooks/ports/mail-sender.ts';

/** A service that keeps mails instead of sending them, and rejects those to some addresses like the local SES. */
export function createMemoryMailSender() {
  const mails: Mail[] = [];
  const REJECTED: Readonly<Record<string, number>> = { rejected: 400, throttled: 429, broken: 500 };

  return {
    mails,

    async send(mail) {
      const rest = { durationMs: 1, retryAfter: null, responseText: null, messageId: null };
      const status = REJECTED[mail.to.split('@')[0] ?? ''];
      if (status !== undefined)
        return { ...rest, outcome: 'http_error', statusCode: status, error: 'SES rejected the mail.' };
      mails.push(mail);
      return {
        ...rest,
        outcome: 'success',
        statusCode: 200,
        error: null,
        messageId: `memory-${mails.length}`,
      };
    },
  } satisfies MailSender & { readonly mails: Mail[] };
}
