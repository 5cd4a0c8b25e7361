import { type ContactDate, plannedDate } from '#shared/messaging/domain/contact-dates.ts';
import type { ContactEdit } from '#shared/messaging/domain/contact-edit.ts';
import type { CalendarStore } from '#shared/platform/identity/calendar-store.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';

/** What dates of contacts need, only for a request that contains dates. */
export type DatePlanning = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly calendars: Pick<CalendarStore, 'ensure'>;
};

/**
 * The dates of a request with the day on which each is reached next, in the time zone of the workspace. Ensures that the workspace has a
 * calendar before a contact with dates is written, so that a crash in between leaves no contact whose dates nothing finds.
 */
export async function planDates(
  { workspaces, calendars }: DatePlanning,
  workspaceId: string,
  dates: ReadonlyMap<string, Pick<ContactDate, 'date' | 'repeats'> | null> | undefined,
  now: Date,
): Promise<ContactEdit['dates']> {
  if (dates === undefined || ![...dates.values()].some((date) => date !== null)) return removals(dates);
  const workspace = await workspaces.find(workspaceId);
  if (!workspace) throw new Error('The workspace of the request is gone');
  await calendars.ensure(workspaceId, now);
  const today = localDay(now, workspace.timezone);
  return new Map([...dates].map(([name, date]) => [name, date && plannedDate(date, today)] as const));
}

function removals(dates: ReadonlyMap<string, unknown> | undefined): ContactEdit['dates'] {
  return dates && new Map([...dates.keys()].map((name) => [name, null] as const));
}
