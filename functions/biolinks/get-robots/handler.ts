import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { NO_ROBOTS, robotsText } from '#shared/biolinks/render/site-files.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Returns `robots.txt` of the host; a host without pages disallows everything. */
export function createHandler({
  finder,
}: {
  readonly finder: Pick<PageFinder, 'findSite'>;
}): OperationHandler<typeof operation> {
  return {
    async handle({ event }) {
      const site = await finder.findSite(event.requestContext.domainName);
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
        body: site ? robotsText(site.origin) : NO_ROBOTS,
      };
    },
  };
}
