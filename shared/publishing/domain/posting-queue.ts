import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { toLocalTime, toTimestamp } from '#shared/platform/core/zoned-time.ts';

/** Days of the week in the order of ISO 8601. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** A weekly time at which the posting queue publishes one post. `time` is `HH:mm` in the time zone of the workspace. */
export type QueueSlot = { readonly weekday: Weekday; readonly time: string };

/** The weekly slots of a workspace (docs/specification/publishing.md#posting-queue). */
export type PostingQueue = {
  readonly workspaceId: string;
  readonly slots: readonly QueueSlot[];
  /** 0 for a workspace that never changed its slots. */
  readonly revision: number;
};

/** Maximum number of slots in a week: one every hour. */
export const MAX_SLOTS = 168;

/** Number of weeks in which the queue looks for a free slot. */
export const QUEUE_WEEKS = 52;

const FIRST_TIMES = ['09:00', '12:00', '17:00'];

/** The queue of a workspace that never changed its slots: on weekdays at 09:00, 12:00 and 17:00. */
export function defaultQueue(workspaceId: string): PostingQueue {
  const slots = WEEKDAYS.slice(0, 5).flatMap((weekday) => FIRST_TIMES.map((time) => ({ weekday, time })));
  return { workspaceId, slots, revision: 0 };
}

/** The queue with other slots, in the order of the week; undefined if they are the same. */
export function withSlots(queue: PostingQueue, slots: readonly QueueSlot[]): PostingQueue | undefined {
  const byMinute = new Map(slots.map((slot) => [minuteOfWeek(slot), slot]));
  const minutes = [...byMinute.keys()].toSorted((a, b) => a - b);
  const sorted = minutes.flatMap((minute) => byMinute.get(minute) ?? []);
  const before = queue.slots.map(minuteOfWeek);
  if (minutes.length === before.length && minutes.every((minute, index) => minute === before[index]))
    return undefined;
  return { ...queue, slots: sorted, revision: queue.revision + 1 };
}

/**
 * The timestamps of the slots in one of the weeks after `from`, ascending: week 0 has the slots in the seven days that begin on the
 * local day of `from`, without those up to `from`. A slot that the clock skips in spring moves forward by the gap. A slot that occurs
 * twice in autumn is the first of the two (docs/specification/workspaces.md#daylight-saving-time). Slots with one timestamp count once.
 */
export function slotsOfWeek(
  slots: readonly QueueSlot[],
  timezone: string,
  from: Date,
  week: number,
): readonly Date[] {
  const first = Date.parse(toLocalTime(from, timezone).date) + week * 7 * DAY_MS;
  const times = WEEKDAYS.flatMap((_, day) => {
    const date = new Date(first + day * DAY_MS);
    // `getUTCDay` counts from Sunday.
    const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7];
    const text = date.toISOString().slice(0, 10);
    return slots
      .filter((slot) => slot.weekday === weekday)
      .map(({ time }) => toTimestamp(text, time, timezone).getTime());
  });
  return [...new Set(times)]
    .filter((at) => at > from.getTime())
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at));
}

function minuteOfWeek({ weekday, time }: QueueSlot): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (WEEKDAYS.indexOf(weekday) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0);
}
