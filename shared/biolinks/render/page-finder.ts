import type { PageBlocks } from '#shared/biolinks/domain/block.ts';
import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { domainOrigin, publicUrl } from '#shared/biolinks/domain/public-url.ts';
import {
  hasSlugCharacters,
  isReservedSlug,
  normaliseSlug,
  SLUG_LIMIT,
} from '#shared/biolinks/domain/slug.ts';
import type { PublicPageStore } from '#shared/biolinks/ports/page-store.ts';
import { hostName, pageOrigin } from '#shared/platform/core/stage-hosts.ts';

/** A host that serves pages. */
export type Site = { readonly domainId: string; readonly origin: string };

/** The result of resolving a public URL. `moved`: an active page has a new slug or domain. */
export type PageLookup =
  | { readonly kind: 'missing' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'moved'; readonly url: string }
  | { readonly kind: 'page'; readonly page: Page; readonly blocks: PageBlocks };

/** Finds the page or the site of a public URL. */
export type PageFinder = {
  /** Scheme and host of the default domain. */
  readonly origin: string;
  /** The site of a host, or undefined if the host serves no pages. */
  findSite(host: string): Promise<Site | undefined>;
  /** Resolves a host and a slug. */
  find(host: string, slug: string): Promise<PageLookup>;
};

const MISSING: PageLookup = { kind: 'missing' };

/**
 * Finds pages by host and slug (docs/specification/biolinks.md#public-pages). The hosts of the API and `pageHost` serve the default
 * domain.
 */
export function createPageFinder(deps: {
  readonly store: Pick<PublicPageStore, 'findDomain' | 'findSlug' | 'readPage'>;
  readonly pageHost: string;
  readonly apiHosts: readonly string[];
}): PageFinder {
  const { store, apiHosts } = deps;
  const origin = pageOrigin(deps.pageHost);
  const isOwnHost = ownHostCheck({ origin, apiHosts });

  async function findSite(sent: string): Promise<Site | undefined> {
    const host = hostName(sent);
    if (isOwnHost(host)) return { domainId: DEFAULT_DOMAIN_ID, origin };
    const domainId = await store.findDomain(host);
    return domainId === undefined ? undefined : { domainId, origin: domainOrigin(host, origin) };
  }

  return {
    origin,
    findSite,

    async find(host, sent) {
      const slug = normaliseSlug(sent);
      // Crawlers often request invalid slugs. These cost no read.
      if (slug === '' || slug.length > SLUG_LIMIT || !hasSlugCharacters(slug) || isReservedSlug(slug))
        return MISSING;
      const site = await findSite(host);
      if (!site) return MISSING;
      const target = await store.findSlug(site.domainId, slug);
      const found = target && (await store.readPage(target.pageId));
      if (!found) return MISSING;
      const { page, blocks } = found;
      if (page.disabled) return { kind: 'disabled' };
      if (page.status !== 'active') return MISSING;
      const isHere = page.slug === sent && page.domainId === site.domainId;
      return isHere ? { kind: 'page', page, blocks } : { kind: 'moved', url: publicUrl(page, origin) };
    },
  };
}

/** Whether a host serves the default domain; the hosts of customers do not. */
export function ownHostCheck(deps: { readonly origin: string; readonly apiHosts: readonly string[] }) {
  const { origin, apiHosts } = deps;
  const ownHosts = new Set([...apiHosts, new URL(origin).host].map(hostName));
  return (host: string): boolean => ownHosts.has(hostName(host));
}
