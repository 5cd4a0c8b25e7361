import { html } from 'hono/html';
import type { Markup } from '#shared/platform/render/markup.ts';
import { HEADER_STYLE, SITE_NAME, siteHeader } from '#shared/platform/render/site-header.ts';
import { sitePage, type SitePage } from '#shared/platform/render/site-page.ts';
import type { DocumentPath } from './documents.ts';
import type { Section } from './markdown.ts';
import { GUIDE_STYLE } from './stylesheet.ts';

type Entry = { readonly path: DocumentPath; readonly name: string };

const GROUPS: readonly { readonly id: string; readonly name: string; readonly pages: readonly Entry[] }[] = [
  {
    id: 'guides',
    name: 'Guides',
    pages: [
      { path: '/docs/webhooks', name: 'Webhooks' },
      { path: '/docs/broadcasts', name: 'Broadcasts' },
      { path: '/docs/mcp', name: 'MCP server' },
      { path: '/docs/coming-from-mixpost', name: 'Coming from Mixpost' },
    ],
  },
  {
    id: 'reference',
    name: 'Reference',
    pages: [
      { path: '/docs', name: 'API reference' },
      { path: '/docs/errors', name: 'Errors' },
      { path: '/docs/compatibility', name: 'Compatibility' },
    ],
  },
];

/**
 * A guide in the frame of the documentation: text and links, no script. On a phone, the list of the documents is behind a disclosure. It
 * stands beside the disclosure, because a closed one cannot show its content on a desktop.
 */
export function textPage(
  path: DocumentPath,
  title: string,
  body: Markup | Markup[],
  sections: readonly Section[] = [],
): Promise<SitePage> {
  const contents = html`<aside class="contents"><nav aria-labelledby="contents"><p class="group" id="contents">On this page</p>
<ul role="list">${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></aside>`;
  return sitePage({
    title: `${title} · ${SITE_NAME}`,
    style: `${HEADER_STYLE}${GUIDE_STYLE}`,
    hasFont: true,
    head: html`
<link rel="alternate" type="text/markdown" href="${path}.md" />`,
    body: html`<a class="skip" href="#text">Skip to the text</a>
${siteHeader(path)}
<div class="frame">
<div class="side"><details><summary>All documents</summary></details>
<nav aria-label="Documentation">${GROUPS.map((group) => groupMarkup(group, path))}</nav></div>
<main id="text" tabindex="-1"><article>
${body}
<p class="source"><a href="${path}.md">This page as Markdown</a></p>
</article>
${sections.length > 2 && contents}</main>
</div>`,
  });
}

function groupMarkup({ id, name, pages }: (typeof GROUPS)[number], current: string): Markup {
  const links = pages.map(
    (page) =>
      html`<li><a href="${page.path}"${page.path === current ? html` aria-current="page"` : ''}>${page.name}</a></li>`,
  );
  return html`<p class="group" id="group-${id}">${name}</p><ul role="list" aria-labelledby="group-${id}">${links}</ul>`;
}
