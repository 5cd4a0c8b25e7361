import { html } from 'hono/html';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { type Markup, textOf } from '#shared/platform/render/markup.ts';

/**
 * Metadata for search engines and link previews: description, canonical URL, Open Graph, Twitter card. The size of the
 * preview image is omitted, because the owner's image has an unknown size.
 */
export function pageHead(page: Page, url: string): Markup {
  const { seo } = page.settings;
  const title = pageTitle(page);
  const description = seo.description || page.tagline.replaceAll(/\s+/gu, ' ');
  const image = seo.image === '' ? undefined : URL.parse(seo.image)?.href;
  const preview =
    image &&
    html`<meta property="og:image" content="${image}" />
<meta property="og:image:alt" content="${title}" />`;
  return html`${description && html`<meta name="description" content="${description}" />`}
<link rel="canonical" href="${url}" />
<meta property="og:type" content="profile" />
<meta property="og:title" content="${title}" />
${description && html`<meta property="og:description" content="${description}" />`}
<meta property="og:url" content="${url}" />
<meta property="og:site_name" content="${URL.parse(url)?.host ?? ''}" />
${page.handle && html`<meta property="profile:username" content="${page.handle.replace(/^@/u, '')}" />`}
${preview}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`;
}

/** The title of a page in tabs and search results. */
export function pageTitle({ title, slug, settings }: Page): string {
  return settings.seo.title || title || slug;
}

/** The favicon: the letter and colour of the avatar, as a data URL so that it needs no request. */
export async function letterIcon(
  letter: string,
  { color, text }: { color: string; text: string },
): Promise<string> {
  const initial = html`<text x="16" y="22" font-family="sans-serif" font-size="17" font-weight="600" text-anchor="middle" fill="${text}">${letter}</text>`;
  const circle = html`<circle cx="16" cy="16" r="16" fill="${color}" />`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${circle}${initial}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent((await textOf(svg)).toWellFormed())}`;
}
