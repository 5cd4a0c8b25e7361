import type { Page } from '#shared/biolinks/domain/page.ts';
import { analyticsCsv } from '#shared/biolinks/http/analytics-view.ts';
import { loadPage } from '#shared/biolinks/http/page-access.ts';
import { type AnalyticsDependencies, readAnalytics } from '#shared/biolinks/http/read-analytics.ts';
import type { PageReader } from '#shared/biolinks/ports/page-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = AnalyticsDependencies & { readonly pages: Pick<PageReader, 'find'> };

/** Returns the analytics of a page as a file. */
export function createHandler({
  pages,
  workspaces,
  days,
}: Dependencies): OperationHandler<typeof operation, Page> {
  const deps = { workspaces, days };
  return {
    load: (request) => loadPage(pages, request),

    async handle({ resource: page, ...request }) {
      const report = await readAnalytics(deps, page, request);
      const { from, to } = report.range;
      const file = `${page.slug}-${report.group}-${from}-${to}.csv`;
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${file}"`,
        },
        body: analyticsCsv(report),
      };
    },
  };
}
