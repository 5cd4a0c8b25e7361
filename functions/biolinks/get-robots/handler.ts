import { NO_ROBOTS, robotsText } from '#shared/biolinks/render/site-files.ts';
import type { Visits } from '#shared/biolinks/render/visits.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Returns `robots.txt` of the host; a host without pages disallows everything. */
export function createHandler({
  visits,
}: {
  readonly visits: Pick<Visits, 'siteOf'>;
}): OperationHandler<typeof operation> {
  return {
    async handle({ event }) {
      const site = await visits.siteOf(event.requestContext.domainName);
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
        body: site ? robotsText(site.origin) : NO_ROBOTS,
      };
    },
  };
}
