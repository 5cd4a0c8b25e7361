import type { PublicPageStore } from '#shared/biolinks/ports/page-store.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { sitemapXml } from '#shared/biolinks/render/site-files.ts';
import { errorPage } from '#shared/biolinks/render/visitor-responses.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Maximum number of reads by one anonymous request; a query is one read, and so is each item of a batch. */
const MAX_READS = 1000;
/** Maximum number of pages in a sitemap: two reads find the domain and its slugs, and each page needs two more. */
const LIMIT = (MAX_READS - 2) / 2;
/** How long a container caches a sitemap, and the maximum number of cached domains. */
const CACHE_MS = 10 * 60_000;
const MAX_CACHED_DOMAINS = 50;

type Dependencies = {
  readonly finder: Pick<PageFinder, 'findSite' | 'origin'>;
  readonly store: Pick<PublicPageStore, 'listIndexable'>;
};

/**
 * Returns the sitemap of the host: its active pages that search engines may list. Of more than 499 pages, it contains the
 * first 499 by slug. It is up to ten minutes old when it is sent, and clients may cache it for another hour.
 */
export function createHandler({ finder, store }: Dependencies): OperationHandler<typeof operation> {
  const isHttps = finder.origin.startsWith('https:');
  const cache = new Map<string, { readonly xml: string; readonly until: number }>();

  async function cachedSitemap({ domainId, origin }: { domainId: string; origin: string }, now: Date) {
    const known = cache.get(domainId);
    if (known && known.until > now.getTime()) return known.xml;
    const xml = await sitemapXml(origin, await store.listIndexable(domainId, LIMIT));
    cache.delete(domainId);
    cache.set(domainId, { xml, until: now.getTime() + CACHE_MS });
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_DOMAINS && oldest !== undefined) cache.delete(oldest);
    return xml;
  }

  return {
    async handle({ event, now }) {
      const site = await finder.findSite(event.requestContext.domainName);
      if (!site) return errorPage(404, { isHttps, acceptEncoding: event.headers['accept-encoding'] });
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/xml; charset=utf-8',
          'Cache-Control': 'public, max-age=3600',
        },
        body: await cachedSitemap(site, now),
      };
    },
  };
}
