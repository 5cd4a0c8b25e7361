import { html, raw } from 'hono/html';
import { securityHeaders } from '#shared/platform/render/security-headers.ts';
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

const STYLE = `*{box-sizing:border-box}:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:#f5f6f8;color:#1b1f27;
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:28rem;padding:2rem 1.5rem;border:1px solid #c9ced8;border-radius:12px;background:#fff;text-align:center}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.2}p{margin:0 0 1rem}
button{width:100%;min-height:3rem;border:0;border-radius:8px;background:#1d4ed8;color:#fff;font:600 1rem system-ui,sans-serif;cursor:pointer}
:focus-visible{outline:3px solid #1d4ed8;outline-offset:3px}
@media (prefers-color-scheme:dark){body{background:#111419;color:#e8eaee}main{background:#1b1f27;border-color:#3c4350}
button{background:#9db8ff;color:#0b1020}:focus-visible{outline-color:#9db8ff}}`;

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

async function page(status: number, { title, sentence, button }: Text, isHttps: boolean): Promise<MailPage> {
  const body = await html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title>
<meta name="robots" content="noindex" />
<link rel="icon" href="data:," />
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${sentence}</p>
${button !== undefined && html`<form method="post"><button>${button}</button></form>`}
</main>
</body>
</html>
`;
  const contents = { inlineScripts: [], scriptHosts: [], connectHosts: [], frameHosts: [], playerHosts: [] };
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...securityHeaders({ ...contents, style: STYLE }, isHttps),
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'private, no-store',
    },
    body: String(body),
  };
}
