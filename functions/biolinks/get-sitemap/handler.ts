import type { PublicPageStore } from '#shared/biolinks/ports/page-store.ts';
import { sitemapXml } from '#shared/biolinks/render/site-files.ts';
import { notice } from '#shared/biolinks/render/visit-responses.ts';
import type { Visits } from '#shared/biolinks/render/visits.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Maximum number of items that one anonymous request may read. */
const MAX_READS = 1000;
/** Maximum number of pages in a sitemap: two reads find the domain and its slugs, and each page needs two more. */
const LIMIT = (MAX_READS - 2) / 2;
/** How long a container caches a sitemap, and the maximum number of cached domains. */
const KEPT_MS = 10 * 60_000;
const KEPT_DOMAINS = 50;

type Dependencies = {
  readonly visits: Pick<Visits, 'siteOf' | 'origin'>;
  readonly store: Pick<PublicPageStore, 'listIndexable'>;
};

/**
 * Returns the sitemap of the host: its active pages that search engines may list. Of more than 499 pages, it contains the
 * first 499 by slug. It can be ten minutes old.
 */
export function createHandler({ visits, store }: Dependencies): OperationHandler<typeof operation> {
  const isHttps = visits.origin.startsWith('https:');
  const kept = new Map<string, { readonly xml: string; readonly until: number }>();

  async function sitemapOf({ domainId, origin }: { domainId: string; origin: string }, now: Date) {
    const known = kept.get(domainId);
    if (known && known.until > now.getTime()) return known.xml;
    const xml = await sitemapXml(origin, await store.listIndexable(domainId, LIMIT));
    kept.delete(domainId);
    kept.set(domainId, { xml, until: now.getTime() + KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_DOMAINS && oldest !== undefined) kept.delete(oldest);
    return xml;
  }

  return {
    async handle({ event, now }) {
      const site = await visits.siteOf(event.requestContext.domainName);
      if (!site) return notice(404, { isHttps, acceptEncoding: event.headers['accept-encoding'] });
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/xml; charset=utf-8',
          'Cache-Control': 'public, max-age=3600',
        },
        body: await sitemapOf(site, now),
      };
    },
  };
}
