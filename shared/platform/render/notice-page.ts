import { html } from 'hono/html';
import type { Markup } from './markup.ts';
import { securityHeaders } from './security-headers.ts';
import { BRAND } from './site-header.ts';
import { siteDocument, type SitePage } from './site-page.ts';

/** A page that says one thing: an error, or what a link in a mail did. */
export type Notice = {
  readonly title: string;
  readonly sentence: string;
  /** The status of an error, for people who report it. */
  readonly status?: number;
  /** The ID of a request that failed because of the platform. */
  readonly requestId?: string | undefined;
  /** The label of the button that sends the form of the page. */
  readonly button?: string | undefined;
  readonly links?: readonly { readonly path: string; readonly name: string }[];
  /** Whether the page shows the platform's name: not on hosts that show pages of customers. */
  readonly isNamed: boolean;
};

const STYLE = `
body{display:grid;grid-template-rows:1fr;justify-items:center;min-height:100vh;min-height:100dvh;padding:var(--s-6) var(--s-4)}
main{align-self:center;width:100%;max-width:27rem}
.brand{margin-bottom:var(--s-3)}
.card{padding:var(--s-8);border:1px solid var(--line);border-radius:var(--r-4);background:var(--surface);box-shadow:var(--shadow-1)}
.card .status{display:inline-block;margin:0 0 var(--s-3);padding:0 var(--s-2);border-radius:var(--r-1);background:var(--calm-soft);
color:var(--calm-text);font:var(--w-strong) var(--t-12)/1.6 var(--mono)}
h1{font-size:var(--t-24)}
.card p{margin-top:var(--s-3);color:var(--text-2);text-wrap:pretty}
.card .id{color:var(--text-3);font-size:var(--t-13)}
form{margin-top:var(--s-6)}
form .button{width:100%;min-height:3rem;font-size:1rem}
.card .links{display:flex;flex-wrap:wrap;gap:var(--s-3);margin-top:var(--s-6)}
@media(max-width:26rem){.card{padding:var(--s-6) var(--s-5)}.links .button{flex:1 1 100%}}
`;

/** The document of a notice, with the headers of every page that people open. */
export async function noticePage(notice: Notice, isHttps: boolean): Promise<SitePage> {
  const { title, isNamed } = notice;
  const { html: text, style } = await siteDocument({
    title,
    style: STYLE,
    hasMark: isNamed,
    head: html`
<meta name="robots" content="noindex" />`,
    body: html`<main>${isNamed && html`<p class="brand">${BRAND}</p>`}<div class="card">${content(notice)}</div></main>`,
  });
  const contents = { inlineScripts: [], scriptHosts: [], connectHosts: [], frameHosts: [], playerHosts: [] };
  return {
    html: text,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...securityHeaders({ ...contents, style }, isHttps),
      'X-Robots-Tag': 'noindex',
    },
  };
}

function content({ title, sentence, status, requestId, button, links }: Notice): Markup {
  return html`${status !== undefined && html`<p class="status" aria-hidden="true">${status}</p>`}
<h1>${title}</h1>
<p>${sentence}</p>
${requestId !== undefined && html`<p class="id">Request <code>${requestId}</code></p>`}
${button !== undefined && html`<form method="post"><button class="button primary">${button}</button></form>`}
${links !== undefined && html`<p class="links">${links.map(({ path, name }) => html`<a class="button" href="${path}">${name}</a>`)}</p>`}`;
}
