import type { SendResult } from './webhook-sender.ts';

/** A mail to one address, in plain text and in HTML that says the same. */
export type Mail = {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl: string;
};

/** The result of sending a mail. `messageId` is the ID under which the service reports what became of an accepted mail, otherwise null. */
export type MailResult = SendResult & { readonly messageId: string | null };

/** Sends mail with the sender of the stage. */
export type MailSender = {
  /** Resolves with how the service answered; the status code is that of the service. Rejects only for a wrong configuration. */
  send(mail: Mail): Promise<MailResult>;
};
