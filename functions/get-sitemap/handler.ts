import type { PublicPageStore } from '#shared/domain/ports/page-store.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { notice } from '#shared/page/visit-answers.ts';
import { sitemapXml } from '#shared/page/site-files.ts';
import type { Visits } from '#shared/page/visits.ts';
import type { operation } from './operation.ts';

/** Most pages of one sitemap: what is read within the time a function has. */
const LIMIT = 5000;

type Dependencies = {
  readonly visits: Pick<Visits, 'siteOf' | 'origin'>;
  readonly store: Pick<PublicPageStore, 'listIndexable'>;
};

/** Answers `/sitemap.xml` by host with the active pages that have no gate and may be found (decisions 6). */
export function createGetSitemapHandler({ visits, store }: Dependencies): OperationHandler<typeof operation> {
  const isHttps = visits.origin.startsWith('https:');

  return {
    async handle({ event }) {
      const site = await visits.siteOf(event.requestContext.domainName);
      if (!site) return notice(404, { isHttps, acceptEncoding: event.headers['accept-encoding'] });
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/xml; charset=utf-8',
          'Cache-Control': 'public, max-age=3600',
        },
        body: await sitemapXml(site.origin, await store.listIndexable(site.domainId, LIMIT)),
      };
    },
  };
}
