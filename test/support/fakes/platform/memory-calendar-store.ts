import type { CalendarStore } from '#shared/platform/identity/calendar-store.ts';
import { newCalendar } from '#shared/platform/identity/calendar.ts';
import type { MemoryCore } from './memory-core.ts';

/** Calendars over a memory core. */
export function createMemoryCalendarStore({ calendars }: MemoryCore): CalendarStore {
  return {
    async find(workspaceId) {
      return calendars.get(workspaceId);
    },

    async ensure(workspaceId, now) {
      if (!calendars.has(workspaceId)) calendars.set(workspaceId, newCalendar(workspaceId, now));
    },

    async advance(before, after) {
      if (calendars.get(before.workspaceId)?.due.seq !== before.due.seq) return false;
      calendars.set(before.workspaceId, after);
      return true;
    },
  };
}
