import { html } from 'hono/html';
import type { Markup } from './markup.ts';

/** The name of the platform, as titles of pages end with it. */
export const SITE_NAME = 'Workspace platform';

/** The name of the platform with its mark. */
export const BRAND = html`<span class="mark" aria-hidden="true">W</span><span class="name">${SITE_NAME}</span>`;

/** The bar at the top of the front page, the guides and the reference. `current` is the path of the page. */
export function siteHeader(current: string): Markup {
  const reference = { path: '/docs', name: 'API reference' };
  const guides = { path: '/docs/webhooks', name: 'Guides' };
  const isGuide = current.startsWith('/docs/');
  const links = [
    { ...guides, mark: isGuide ? (current === guides.path ? 'page' : 'true') : undefined },
    { ...reference, mark: current === reference.path ? 'page' : undefined },
  ].map(
    ({ path, name, mark }) =>
      html`<a href="${path}"${mark === undefined ? '' : html` aria-current="${mark}"`}>${name}</a>`,
  );
  return html`<header class="top"><a class="brand" href="/"${current === '/' ? html` aria-current="page"` : ''}>${BRAND}</a>
<nav aria-label="Platform">${links}<a class="button" href="/console">Console</a></nav></header>`;
}

/** The style of the bar. The name gives way on narrow phones, where the mark and the links remain. */
export const HEADER_STYLE = `
.top{position:sticky;top:0;z-index:2;display:flex;align-items:center;justify-content:space-between;gap:var(--s-4);min-height:var(--bar);padding:0 var(--s-5);
border-bottom:1px solid var(--line);background:var(--surface);color:var(--text);font:var(--w-regular) 1rem/1.4 var(--font)}
.top nav{display:flex;align-items:center;gap:var(--s-1)}
.top nav a:not(.button){display:inline-flex;align-items:center;min-height:var(--bar);padding:0 var(--s-2);color:var(--text-2);font-size:var(--t-13);font-weight:var(--w-medium);text-decoration:none}
.top nav a:not(.button):hover,.top nav [aria-current]{color:var(--text)!important}
.top nav [aria-current]{box-shadow:inset 0 -2px var(--accent)}
.top .button{min-height:2rem;margin-inline-start:var(--s-2);padding:0 var(--s-3);font-size:var(--t-13)}
@media(max-width:34rem){.top{padding:0 var(--s-4);gap:var(--s-2)}.top .button{min-height:2.5rem;margin-inline-start:var(--s-1)}
.top .name{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}
@media print{.top{display:none}}
`;
