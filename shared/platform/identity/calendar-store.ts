import type { Calendar } from './calendar.ts';

/** The calendars of workspaces. A workspace has one as soon as something needs it. */
export type CalendarStore = {
  find(workspaceId: string): Promise<Calendar | undefined>;

  /** Creates the calendar of a workspace, whose first run is now, unless there is one. */
  ensure(workspaceId: string, now: Date): Promise<void>;

  /** Returns false if another run or a change of the time zone was first. */
  advance(before: Calendar, after: Calendar): Promise<boolean>;
};
