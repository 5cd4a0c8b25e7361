import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { type Calendar, runningNow } from '#shared/platform/identity/calendar.ts';
import { itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { calendarKey } from '#shared/platform/store/keys.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { checkItem, type Condition, isNew, putItem, type Write } from '#shared/platform/store/write.ts';

const calendarItem = itemCodec(v.object({ workspaceId: v.string(), day: maybe(v.string()) }));

/** The item of a calendar, with its job. The audit log has no entries for it. */
export function toCalendarItem(calendar: Calendar) {
  const { workspaceId, due } = calendar;
  return {
    ...calendarKey(workspaceId),
    ...calendarItem.encode(calendar),
    ...scheduledJobAttributes({ resource: 'calendar', id: workspaceId, workspaceId }, due),
  };
}

/** The calendar of a stored item. @throws MalformedItemError */
export function fromCalendarItem(item: Item): Calendar {
  const due = readDue(item);
  if (due === null) throw new MalformedItemError(`${String(item['pk'])}/${String(item['sk'])} (dueAt)`);
  return { ...calendarItem.decode(item), due };
}

/** No other run, and no change of the time zone, has changed the calendar since it was read. */
export function calendarUnchanged({ due }: Calendar): Condition {
  return { expression: 'dueSeq = :due_seq', values: { ':due_seq': due.seq } };
}

/**
 * For the transaction that changes the time zone of a workspace: its calendar runs at once, in the new time zone. A calendar that does
 * not exist yet must not be created meanwhile, because its first run could read the earlier time zone.
 */
export async function movedCalendarWrite(
  table: WritableTable,
  workspaceId: string,
  now: Date,
): Promise<Write> {
  const item = await table.get(calendarKey(workspaceId));
  if (!item) return checkItem(calendarKey(workspaceId), isNew);
  const calendar = fromCalendarItem(item);
  return putItem(toCalendarItem(runningNow(calendar, now)), calendarUnchanged(calendar));
}
