import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Markup } from './markdown.ts';
import { STYLESHEET } from './stylesheet.ts';

/** An HTML document with its content security policy. */
export type HtmlDocument = { readonly html: string; readonly policy: string };

const PAGES = [
  { path: '/docs', name: 'Reference' },
  { path: '/docs/webhooks', name: 'Webhooks' },
  { path: '/docs/broadcasts', name: 'Broadcasts' },
  { path: '/docs/mcp', name: 'MCP' },
  { path: '/docs/coming-from-mixpost', name: 'Mixpost' },
  { path: '/docs/errors', name: 'Errors' },
  { path: '/docs/compatibility', name: 'Compatibility' },
];

/** A guide: text and links, no script, nothing from other hosts. */
export async function textPage(path: string, title: string, body: Markup | Markup[]): Promise<HtmlDocument> {
  const links = PAGES.map((page) =>
    page.path === path
      ? html`<a href="${page.path}" aria-current="page">${page.name}</a>`
      : html`<a href="${page.path}">${page.name}</a>`,
  );
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title} · Workspace platform</title>
<link rel="icon" href="data:," />
<link rel="alternate" type="text/markdown" href="${path}.md" />
<style>${raw(STYLESHEET)}</style>
</head>
<body>
<header><nav aria-label="Documentation">${links}</nav></header>
<main>
${body}
</main>
</body>
</html>
`;
  return { html: String(text), policy: `default-src 'none'; style-src ${cspHash(STYLESHEET)}; ${CLOSED}` };
}

/** Forbidden in all documents: forms, frames and a base URL. The only image is the icon. */
export const CLOSED = "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The hash source of an inline script or style (CSP 3, 2.3.1). */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
