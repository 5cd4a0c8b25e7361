import {
  LATE_MS,
  type LateRange,
  LOG_RETENTION_MS,
  type LogItem,
} from '#shared/events/recording/log-entry.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';

/** The sequence numbers of late items of one outage are rarely further apart than this. */
const NEAR = 32;
/** At most this many ranges, so that they take at most 400 bytes of an item. */
const MOST = 8;

/**
 * The ranges of late items of a log, including this item; `known` are the ranges in the item before it. Every item has these ranges, so
 * a search by time reads one item to learn all of them. Ranges of expired events are left out. If there are too many ranges, the two
 * nearest are merged.
 */
export function lateUpTo(known: readonly LateRange[], item: Omit<LogItem, 'late'>): readonly LateRange[] {
  const kept = known.filter(
    ({ writtenAt }) => item.writtenAt.getTime() - writtenAt.getTime() < LOG_RETENTION_MS,
  );
  const times = item.entries.map(({ id }) => timeOfId(id).getTime());
  const oldest = Math.min(...times);
  if (item.writtenAt.getTime() - oldest <= LATE_MS) return kept;
  const { sequence, writtenAt } = item;
  const ranges = [...kept, { from: sequence, to: sequence, oldest: new Date(oldest), writtenAt }];
  const last = kept.at(-1);
  if (last && sequence - last.to <= NEAR) return joined(ranges, ranges.length - 1);
  return ranges.length > MOST ? joined(ranges, nearest(ranges)) : ranges;
}

/** Merges the range at `index` with the range before it. */
function joined(ranges: readonly LateRange[], index: number): readonly LateRange[] {
  const [earlier, later] = [ranges[index - 1], ranges[index]];
  if (!earlier || !later) return ranges;
  const one = {
    from: earlier.from,
    to: later.to,
    oldest: earlier.oldest < later.oldest ? earlier.oldest : later.oldest,
    writtenAt: later.writtenAt,
  };
  return [...ranges.slice(0, index - 1), one, ...ranges.slice(index + 1)];
}

/** The index of the range that is nearest to the one before it. */
function nearest(ranges: readonly LateRange[]): number {
  const gaps = ranges.map(({ from }, index) => from - (ranges[index - 1]?.to ?? -Infinity));
  return gaps.indexOf(Math.min(...gaps));
}
