import { startOfDay } from '#shared/platform/identity/calendar.ts';
import { reachDates } from './contact-dates.ts';
import type { ContactChange } from './contact-edit.ts';
import type { Contact } from './contact.ts';
import { timeOfEdit } from './time-of-edit.ts';

/**
 * The contact after the dates that were reached by `today`, with an event for each, which happened at the beginning of its day;
 * undefined if none was reached. The dates have moved to their next days, so a second run finds none.
 */
export function announceDates(
  contact: Contact,
  today: string,
  timezone: string,
  now: Date,
): ContactChange | undefined {
  const found = reachDates(contact, today);
  if (!found) return undefined;
  const { dates, reached } = found;
  return {
    contact: { ...contact, dates, revision: contact.revision + 1, updatedAt: timeOfEdit(contact, now) },
    happened: reached.map(({ field, value, day }) => ({
      kind: 'date_reached',
      field,
      value,
      at: startOfDay(day, timezone),
    })),
  };
}
