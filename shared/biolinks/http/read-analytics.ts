import type * as v from 'valibot';
import { dayRangeOf, estimated, rowsOf, totalsOf } from '#shared/biolinks/domain/page-analytics.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { PageDayReader } from '#shared/biolinks/ports/page-day-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { AnalyticsReport, analyticsQuery } from './analytics-view.ts';

export type AnalyticsDependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly days: PageDayReader;
};

/** Reads the analytics of a page. @throws ValidationError for an invalid range */
export async function readAnalytics(
  { workspaces, days }: AnalyticsDependencies,
  page: Page,
  {
    principal,
    query,
    now,
  }: {
    readonly principal: Principal;
    readonly query: v.InferOutput<typeof analyticsQuery>;
    readonly now: Date;
  },
): Promise<AnalyticsReport> {
  const { timezone } = await loadWorkspace(workspaces, principal);
  const { group, ...asked } = query;
  const range = dayRangeOf(asked, localDay(now, timezone));
  if ('code' in range) throw new ValidationError([range]);
  const found = (await days.list(page.id, range)).map(estimated);
  return { range, timezone, group, totals: totalsOf(found), rows: rowsOf(found, group, range) };
}
