import { html, raw } from 'hono/html';
import type { Block } from '#shared/biolinks/domain/block.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Markup } from '#shared/platform/render/markup.ts';

/** Search engines read a few profiles; the page itself has all of them. */
const MAX_PROFILES = 20;

/**
 * Structured data for search engines (schema.org ProfilePage). `<` is escaped, so that no text can close the element. A data
 * block is not a script and needs no hash.
 */
export function structuredData(page: Page, blocks: readonly Block[], url: string): Markup {
  const { seo } = page.settings;
  const profiles = blocks.flatMap(({ content }) =>
    content.type === 'social' ? content.items.map((item) => item.url) : [],
  );
  const sameAs = [...new Set(profiles)].slice(0, MAX_PROFILES);
  const edits = [page.updatedAt, ...blocks.map(({ updatedAt }) => updatedAt)];
  const modified = new Date(Math.max(...edits.map((at) => at.getTime())));
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: page.createdAt.toISOString(),
    dateModified: modified.toISOString(),
    mainEntity: {
      '@type': 'Person',
      name: page.title,
      alternateName: page.handle || undefined,
      description: page.tagline || undefined,
      image: seo.image || undefined,
      url,
      sameAs: sameAs.length === 0 ? undefined : sameAs,
    },
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">${raw(json)}</script>`;
}
