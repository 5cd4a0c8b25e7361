import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Markup } from './markup.ts';

type Footer = { readonly page: Page; readonly url: string; readonly mayChangeConsent: boolean };

/**
 * Sharing and reporting are links (R32). Reports go to the mailbox that RFC 2142 gives to complaints, at the page's host: for
 * the default domain that is the platform's own.
 */
export function pageFooter({ page, url, mayChangeConsent }: Footer): Markup {
  const share = mailto('', page.title || page.slug, url);
  const report = mailto(
    `abuse@${reportHost(url)}`,
    'Report of a page',
    `Page: ${url}\n\nWhat is wrong with it:\n`,
  );
  const change = html`<li><form method="post" action="/${page.slug}/consent"><button name="choice" value="ask">Tracking choice</button></form></li>`;
  return html`<footer>
<ul role="list">
<li><a class="quiet" href="${share}">Share by mail</a></li>
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
