import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { CONTROL_STYLE, TEXT_STYLE } from './base-style.ts';
import { type Markup, textOf } from './markup.ts';
import { FONT_FACE, FONT_PRELOAD } from './site-font.ts';
import { withTokens } from './with-tokens.ts';

/** A complete HTML document with its headers. */
export type SitePage = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

export type SitePageParts = {
  readonly title: string;
  /** What the base style lacks. */
  readonly style: string;
  readonly body: Markup;
  readonly head?: Markup | undefined;
  /** Whether the page is on a host that serves the font of the platform. */
  readonly hasFont?: boolean;
  /** Whether a person sees the mark of the platform in the tab: not on the hosts of pages, which belong to customers. */
  readonly hasMark?: boolean;
};

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1b1e25"/>' +
  '<path d="M7 10l4 12 5-11 5 11 4-12" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The icon of the platform in a tab, as a URL that needs no request. */
export const SITE_ICON = `data:image/svg+xml,${encodeURIComponent(ICON)}`;

/** Headers of every HTML document of the platform: no other page may show it or reach it. */
export const DOCUMENT_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/**
 * A page of the platform itself: text and links, light or dark as the system of the reader, no script, and nothing from other hosts. Its style
 * is in the document.
 */
export async function sitePage(parts: SitePageParts): Promise<SitePage> {
  const { html: text, style } = await siteDocument(parts);
  const policy = [
    "default-src 'none'",
    `style-src ${cspHash(style)}`,
    ...(parts.hasFont ? ["font-src 'self'"] : []),
    CLOSED,
  ];
  return { html: text, headers: { ...DOCUMENT_HEADERS, 'Content-Security-Policy': policy.join('; ') } };
}

/** The HTML of such a page, and the style that its policy allows. */
export async function siteDocument({
  title,
  style,
  body,
  head,
  hasFont = false,
  hasMark = true,
}: SitePageParts): Promise<{ readonly html: string; readonly style: string }> {
  const css = withTokens(`${hasFont ? FONT_FACE : ''}${TEXT_STYLE}${CONTROL_STYLE}${style}`);
  const text = await textOf(html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${title}</title>
<link rel="icon" href="${hasMark ? SITE_ICON : 'data:,'}" />${hasFont && FONT_PRELOAD}${head}
<style>${raw(css)}</style>
</head>
<body>
${body}
</body>
</html>
`);
  return { html: text, style: css };
}

/** Forbidden in all these documents: forms, frames and a base URL. The only image is the icon. */
export const CLOSED = "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The hash source of an inline script or style (CSP 3, 2.3.1). */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
