import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Markup } from '#shared/platform/render/markup.ts';

type Footer = { readonly page: Page; readonly url: string; readonly mayChangeConsent: boolean };

/**
 * The footer with links to share and to report the page. Reports go to the complaint mailbox of RFC 2142 at the page's host,
 * which is the platform's own for the default domain.
 */
export function pageFooter({ page, url, mayChangeConsent }: Footer): Markup {
  const share = mailto('', page.title || page.slug, url);
  const report = mailto(
    `abuse@${reportHost(url)}`,
    'Page report',
    `Page: ${url}\n\nWhat is wrong with this page:\n`,
  );
  const change = html`<li><form method="post" action="/${page.slug}/consent"><button name="choice" value="ask">Tracking settings</button></form></li>`;
  return html`<footer>
<ul role="list">
<li><a class="quiet" href="${share}">Share by email</a></li>
<li><a class="quiet" href="${report}" rel="nofollow">Report this page</a></li>
${mayChangeConsent && change}
</ul>
${!page.hideBranding && html`<p>Made with Workspace</p>`}
</footer>`;
}

function mailto(to: string, subject: string, body: string): string {
  const [subjectText, bodyText] = [subject, body].map((part) => encodeURIComponent(part.toWellFormed()));
  return `mailto:${to}?subject=${subjectText}&body=${bodyText}`;
}

function reportHost(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  return /^[\d.]+$|^\[/u.test(host) ? 'localhost' : host;
}
