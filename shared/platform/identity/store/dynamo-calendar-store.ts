import type { CalendarStore } from '#shared/platform/identity/calendar-store.ts';
import { newCalendar } from '#shared/platform/identity/calendar.ts';
import { calendarKey } from '#shared/platform/store/keys.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
import { calendarUnchanged, fromCalendarItem, toCalendarItem } from './calendar-items.ts';

/** Calendars in the core table. */
export function createDynamoCalendarStore(table: WritableTable): CalendarStore {
  return {
    async find(workspaceId) {
      const item = await table.get(calendarKey(workspaceId));
      return item && fromCalendarItem(item);
    },

    async ensure(workspaceId, now) {
      // A read costs a tenth of a write, and almost every calendar exists.
      if (await table.get(calendarKey(workspaceId))) return;
      await tryWrite(table, putItem(toCalendarItem(newCalendar(workspaceId, now)), isNew));
    },

    async advance(before, after) {
      return (await tryWrite(table, putItem(toCalendarItem(after), calendarUnchanged(before)))).written;
    },
  };
}
