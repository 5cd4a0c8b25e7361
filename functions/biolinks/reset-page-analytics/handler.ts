import type { Page } from '#shared/biolinks/domain/page.ts';
import { loadEditablePage, pageGuardOf } from '#shared/biolinks/http/page-access.ts';
import type { PageDayStore } from '#shared/biolinks/ports/page-day-store.ts';
import type { PageReader } from '#shared/biolinks/ports/page-store.ts';
import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly pages: Pick<PageReader, 'find'>;
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly days: Pick<PageDayStore, 'reset'>;
};

/** Deletes the counts of a page. Messages that wait in the queue are at most a day old, so they are about today or yesterday. */
export function createHandler({
  pages,
  workspaces,
  days,
}: Dependencies): OperationHandler<typeof operation, Page> {
  return {
    load: (request) => loadEditablePage(pages, request),

    async handle({ resource: page, principal, now, command }) {
      const { timezone } = await loadWorkspace(workspaces, principal);
      const today = localDay(now, timezone);
      const response = { status: 204 };
      const openDays = [daysAfter(today, -1), today];
      await days.reset(page, openDays, await command(response), pageGuardOf(principal));
      return response;
    },
  };
}
