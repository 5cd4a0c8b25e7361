import type { EventLogReader } from '#shared/events/ports/event-log.ts';
import { LATE_MS, sequenceAt } from '#shared/events/recording/log-entry.ts';

/** Items of a log with these sequence numbers, both inclusive. */
export type Stretch = { readonly from: number; readonly to: number };

/** The position of a page, and the end of the time range. */
type Start = { readonly until: Date | undefined; readonly before: number | undefined };

/**
 * The parts of a log that can have events of a time range, newest first. An item lists events of the minute before it was written, except
 * for late items, which the newest item names. So the items after the range are skipped, except for late items. A binary search over
 * single items finds the end of the range, with at most 27 reads in a log of 100 million items.
 */
export async function stretchesToSearch(
  eventLog: Pick<EventLogReader, 'read'>,
  workspaceId: string,
  { until, before }: Start,
): Promise<readonly [Stretch, ...Stretch[]]> {
  const top = before === undefined ? Number.MAX_SAFE_INTEGER - 1 : sequenceAt(before);
  const whole = { from: 1, to: top };
  if (!until) return [whole];
  const bound = until.getTime() + LATE_MS;
  const [head] = await eventLog.read(workspaceId, undefined, 1);
  const newest = before === undefined ? head : (await eventLog.read(workspaceId, top + 1, 1))[0];
  if (!head || !newest || newest.writtenAt.getTime() <= bound) return [whole];
  const high = await firstWrittenAfter(eventLog, workspaceId, newest.sequence, bound);

  // The newest part first, like the items in it.
  const late = (head.late ?? [])
    .filter(({ oldest }) => oldest <= until)
    .map(({ from, to }) => ({ from: Math.max(from, high), to: Math.min(to, newest.sequence) }))
    .filter(({ from, to }) => from <= to);
  const [first, ...others] = [...late.toReversed(), { from: 1, to: high - 1 }];
  return [first, ...others];
}

/**
 * The sequence number of the first item of a log that was written after `bound`, in milliseconds. The item `newest` must have been written
 * after it. A binary search over single items, with at most 27 reads in a log of 100 million items.
 */
export async function firstWrittenAfter(
  eventLog: Pick<EventLogReader, 'read'>,
  workspaceId: string,
  newest: number,
  bound: number,
): Promise<number> {
  let [low, high] = [1, newest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [item] = await eventLog.read(workspaceId, middle + 1, 1);
    // If the item has expired, the read returns an earlier one or none.
    if (item?.sequence === middle && item.writtenAt.getTime() > bound) high = middle;
    else low = middle + 1;
  }
  return high;
}
