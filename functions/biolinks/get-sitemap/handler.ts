import type { PublicPageStore } from '#shared/biolinks/ports/page-store.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { sitemapIndexXml, sitemapXml } from '#shared/biolinks/render/site-files.ts';
import { errorPage } from '#shared/biolinks/render/visitor-responses.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Maximum number of reads by one anonymous request; a query is one read, and so is each item of a batch. */
const MAX_READS = 1000;
/** Maximum number of pages in one sitemap: two reads find the domain and its slugs, and each page needs two more. */
const PAGES_PER_SITEMAP = (MAX_READS - 2) / 2;
/**
 * Maximum number of slugs in all sitemaps of a host. One workspace has at most 5,000 pages, so it cannot crowd the others out
 * of the shared domain. The index needs about 200 bytes for each, so the query costs about 500 reads of 4 KB.
 */
const MAX_SLUGS = 20_000;
/** How long a container caches slugs and sitemaps, and the maximum number of cached domains and sitemaps. */
const CACHE_MS = 10 * MINUTE_MS;
const MAX_CACHED = 50;
const PAGE_NUMBER = /^[1-9]\d{0,2}$/u;

type Dependencies = {
  readonly finder: Pick<PageFinder, 'findSite' | 'origin'>;
  readonly store: Pick<PublicPageStore, 'listIndexableSlugs' | 'readIndexable'>;
};
type Site = { readonly domainId: string; readonly origin: string };

/**
 * Returns the sitemap of the host: its active pages that search engines may list. With more than 499 pages it is an index of
 * sitemaps of 499 pages each, `?page=1` and so on; other numbers are 404, so a visitor can cause no further reads. A sitemap is
 * up to ten minutes old when it is sent, and clients may cache it for another hour.
 */
export function createHandler({ finder, store }: Dependencies): OperationHandler<typeof operation> {
  const isHttps = finder.origin.startsWith('https:');
  const slugs = createCache<readonly string[]>();
  const sitemaps = createCache<string>();

  return {
    async handle({ event, query, now }) {
      const site = await finder.findSite(event.requestContext.domainName);
      const body = site && (await sitemapOf(site, query['page'], now));
      if (body === undefined)
        return errorPage(404, { isHttps, acceptEncoding: event.headers['accept-encoding'] });
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/xml; charset=utf-8',
          'Cache-Control': 'public, max-age=3600',
        },
        body,
      };
    },
  };

  async function sitemapOf(site: Site, page: string | undefined, now: Date): Promise<string | undefined> {
    const { domainId, origin } = site;
    const all = await slugs.get(domainId, now, () => store.listIndexableSlugs(domainId, MAX_SLUGS));
    const count = Math.max(1, Math.ceil(all.length / PAGES_PER_SITEMAP));
    if (page === undefined && count > 1) return sitemapIndexXml(origin, count);
    if (page !== undefined && (!PAGE_NUMBER.test(page) || Number(page) > count)) return undefined;
    const number = Number(page ?? 1);
    const listed = all.slice((number - 1) * PAGES_PER_SITEMAP, number * PAGES_PER_SITEMAP);
    return sitemaps.get(`${domainId} ${number}`, now, async () =>
      sitemapXml(origin, await store.readIndexable(domainId, listed)),
    );
  }
}

/** Values that are read again after ten minutes. The oldest one makes room for a new one. */
function createCache<T>() {
  const cached = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    async get(key: string, now: Date, read: () => Promise<T>): Promise<T> {
      const known = cached.get(key);
      if (known && known.until > now.getTime()) return known.value;
      const value = await read();
      cached.delete(key);
      cached.set(key, { value, until: now.getTime() + CACHE_MS });
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
      return value;
    },
  };
}
