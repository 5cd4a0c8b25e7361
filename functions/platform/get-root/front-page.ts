import { html } from 'hono/html';
import type { Markup } from '#shared/platform/render/markup.ts';
import { HEADER_STYLE, SITE_NAME, siteHeader } from '#shared/platform/render/site-header.ts';
import { sitePage, type SitePage } from '#shared/platform/render/site-page.ts';
import { FRONT_STYLE } from './front-style.ts';

type Part = { readonly name: string; readonly text: string; readonly icon: Markup };

/** What the platform does. The icons are those of Lucide (ISC). */
const PARTS: readonly Part[] = [
  {
    name: 'Social publishing',
    text: 'Write a post once and adapt it for each network. The post waits for its approval, its planned time or the next free place in the queue. Each account gets it at most once.',
    icon: html`<path d="M15 18h-5M18 14h-8M4 22h16a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H8a2 2 0 0 0-2 2v16a2 2 0 0 1-4 0v-9a2 2 0 0 1 2-2h2"/><rect width="8" height="4" x="10" y="6" rx="1"/>`,
  },
  {
    name: 'Link pages',
    text: 'One page with all the links of a person or a shop: themes, pictures, videos, a sign-up form, your own domain. Views and clicks are counted without a script and without a cookie.',
    icon: html`<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M3 9h18M9 21V9"/>`,
  },
  {
    name: 'Messages and broadcasts',
    text: 'Answer contacts in one inbox, and send one message to many by SMS or WhatsApp. The price is known before a broadcast starts, and nobody gets it twice.',
    icon: html`<path d="M22 12h-6l-2 3h-4l-2-3H2M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z"/>`,
  },
  {
    name: 'Signed webhooks',
    text: 'Your systems receive each event as a signed HTTPS request. A failed delivery is tried again for hours, and each attempt says what happened and what to do.',
    icon: html`<path d="M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2M6 17l3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06M12 6l3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8"/>`,
  },
];

/** What a receiver of webhooks gets, as docs/api/webhooks.md shows it. */
const DELIVERY = `POST /hooks HTTP/1.1
Content-Type: application/json
X-Webhook-Event: publishing.post.published
webhook-id: 0199a0b4-6a11-7f3e-…
webhook-signature: v1,K5oZfzN95Z9UVu1E…

{"event": "publishing.post.published",
 "data": {"post_id": "0199a0b4-…"}, …}`;

/** Documents for people and for programs. */
const DOCUMENTS = [
  { path: '/docs', name: 'API reference' },
  { path: '/docs/errors', name: 'Errors' },
  { path: '/docs/mcp', name: 'MCP server for agents' },
  { path: '/openapi.json', name: 'OpenAPI document' },
  { path: '/llms.txt', name: 'Index for language models' },
];

/** What this installation is, with two ways in: the console for people, and the guide for programs. */
export function frontPage(baseUrl: string): Promise<SitePage> {
  return sitePage({
    title: SITE_NAME,
    hasFont: true,
    style: `${HEADER_STYLE}${FRONT_STYLE}`,
    head: html`
<meta name="description" content="Social publishing, link pages, messages and broadcasts for one team, with signed webhooks." />`,
    body: html`${siteHeader('/')}
<main>
<section class="hero">
<div class="words">
<h1>Posts, link pages and messages of one team, in one place</h1>
<p class="lead">Your team works in the console. Your programs use the API, and signed webhooks tell them what happened.</p>
<p class="ways"><a class="button primary" href="/console">Open the console</a><a class="button" href="/docs/webhooks">Read the API guide</a></p>
<p class="note">You need a key of a workspace, or a link to the console from somebody who has one. This page has no sign-up.</p>
</div>
<figure class="code"><figcaption>What your server receives</figcaption><pre tabindex="0"><code>${DELIVERY}</code></pre></figure>
</section>
<h2>What it does</h2>
<ul class="parts" role="list">${PARTS.map(({ name, text, icon }) => html`<li><svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg><h3>${name}</h3><p>${text}</p></li>`)}</ul>
<section class="try">
<h2>The first request</h2>
<p>It says which workspace a key belongs to and what the key permits.</p>
<pre class="code" tabindex="0"><code>curl ${baseUrl}/api/v1/me \\
  -H 'Authorization: Bearer wsk_…'</code></pre>
</section>
</main>
<footer><nav aria-label="Documents">${DOCUMENTS.map(({ path, name }) => html`<a href="${path}">${name}</a>`)}</nav></footer>`,
  });
}
