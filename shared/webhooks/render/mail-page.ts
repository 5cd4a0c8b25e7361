import { noticePage } from '#shared/platform/render/notice-page.ts';
import type { LinkPurpose } from '#shared/webhooks/domain/mail-consent.ts';

/** A page that a link in a mail opens. */
export type MailPage = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Text = { readonly title: string; readonly sentence: string; readonly button?: string };

const ASKS: Readonly<Record<LinkPurpose, (email: string) => Text>> = {
  confirm: (email) => ({
    title: 'Receive notifications?',
    sentence: `If you confirm, notifications about webhook endpoints are sent to ${email}. Each of them has a link to unsubscribe.`,
    button: 'Confirm',
  }),
  unsubscribe: (email) => ({
    title: 'Unsubscribe?',
    sentence: `Notifications about webhook endpoints will not be sent to ${email} any more.`,
    button: 'Unsubscribe',
  }),
};

const DONE: Readonly<Record<LinkPurpose, (email: string) => Text>> = {
  confirm: (email) => ({
    title: 'Confirmed',
    sentence: `Notifications about webhook endpoints are sent to ${email} from now on. You can close this page.`,
  }),
  unsubscribe: (email) => ({
    title: 'Unsubscribed',
    sentence: `No more notifications are sent to ${email}. You can close this page.`,
  }),
};

const BROKEN: Text = {
  title: 'This link does not work',
  sentence:
    'A link to confirm works once, for two days, and only in the newest mail. If you have confirmed already, there is nothing to do. ' +
    'Otherwise ask for another mail where you manage the notifications.',
};

const FAILED: Text = {
  title: 'Something went wrong',
  sentence: 'The page cannot be shown right now. Open the link in the mail again in a few minutes.',
};

/** The page with the button: only a POST changes something, because scanners of mail open links. */
export function askPage(purpose: LinkPurpose, email: string, isHttps: boolean): Promise<MailPage> {
  return page(200, ASKS[purpose](email), isHttps);
}

/** The page after the button was pressed. */
export function donePage(purpose: LinkPurpose, email: string, isHttps: boolean): Promise<MailPage> {
  return page(200, DONE[purpose](email), isHttps);
}

/** The page for every link that does not work, whatever the reason. */
export function brokenLinkPage(isHttps: boolean): Promise<MailPage> {
  return page(404, BROKEN, isHttps);
}

/** The page for errors of the HTTP layer. It has no form, so it needs no https. */
export function mailErrorPage({ status }: { readonly status: number }): Promise<MailPage> {
  return page(status, FAILED, false);
}

async function page(status: number, text: Text, isHttps: boolean): Promise<MailPage> {
  const { html, headers } = await noticePage({ ...text, isNamed: true }, isHttps);
  return { status, headers: { ...headers, 'Cache-Control': 'private, no-store' }, body: html };
}
