import { html } from 'hono/html';
import { textOf } from '#shared/platform/render/markup.ts';

/** `robots.txt` of a host with pages: allows everything except the API, and links to the sitemap. */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /os/',
    // Links whose clicks are counted. Search engines know their targets from the pages themselves.
    'Disallow: /*/go/',
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** `robots.txt` of a host without pages. */
export const NO_ROBOTS = 'User-agent: *\nDisallow: /\n';

/** The sitemap of a host (sitemaps.org 0.9). */
export function sitemapXml(
  origin: string,
  pages: readonly { readonly slug: string; readonly updatedAt: Date }[],
): Promise<string> {
  const entries = pages.map(
    ({ slug, updatedAt }) =>
      html`<url><loc>${`${origin}/${slug}`}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  return textOf(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</urlset>
`);
}

/** A sitemap index, which links to the sitemaps `?page=1` to `?page=<count>` of a host. */
export function sitemapIndexXml(origin: string, count: number): Promise<string> {
  const entries = Array.from(
    { length: count },
    (_, index) => html`<sitemap><loc>${`${origin}/sitemap.xml?page=${index + 1}`}</loc></sitemap>`,
  );
  return textOf(html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}
</sitemapindex>
`);
}
