import { describe, expect, it } from 'vitest';
import { LATE_MS, type LateRange } from '#shared/events/recording/log-entry.ts';
import { lateUpTo } from '#shared/events/store/late-batches.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aLogEntry } from '#test/support/builders/events/event-builders.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

const DAY = 86_400;

/** An item that is written so many seconds after NOW, with events of these seconds. */
function itemAt(sequence: number, seconds: number, ...events: readonly number[]) {
  const entries = events.map((second) => aLogEntry({ id: newId(secondsAfterNow(second)) }));
  return { sequence, writtenAt: secondsAfterNow(seconds), entries };
}

const range = (from: number, to: number, oldest: number, writtenAt: number): LateRange => ({
  from,
  to,
  oldest: secondsAfterNow(oldest),
  writtenAt: secondsAfterNow(writtenAt),
});

describe('lateUpTo', () => {
  it('names no item whose events were recorded in the minute before', () => {
    expect(lateUpTo([], itemAt(1, LATE_MS / 1000, 0, 30))).toEqual([]);
  });

  it('names an item with an older event', () => {
    expect(lateUpTo([], itemAt(7, 100, 90, 20))).toEqual([range(7, 7, 20, 100)]);
  });

  it('joins late items that are near each other, and keeps the oldest event', () => {
    const known = [range(7, 7, 20, 100)];

    expect(lateUpTo(known, itemAt(39, 200, 30))).toEqual([range(7, 39, 20, 200)]);
    expect(lateUpTo(known, itemAt(39, 200, 10))).toEqual([range(7, 39, 10, 200)]);
    expect(lateUpTo(known, itemAt(40, 200, 30))).toEqual([...known, range(40, 40, 30, 200)]);
  });

  it('joins the two nearest ranges instead of keeping more than eight', () => {
    const starts = [100, 200, 300, 350, 500, 600, 700, 800];
    const known = starts.map((from) => range(from, from, from - 90, from));
    const late = lateUpTo(known, itemAt(900, 900, 800));

    expect(late.map(({ from, to }) => [from, to])).toEqual([
      [100, 100],
      [200, 200],
      [300, 350],
      [500, 500],
      [600, 600],
      [700, 700],
      [800, 800],
      [900, 900],
    ]);
    expect(late[2]).toEqual(range(300, 350, 210, 350));
  });

  it('forgets a range when its last item has expired', () => {
    const known = [range(1, 2, 0, 100), range(90, 90, 0, DAY)];

    expect(lateUpTo(known, itemAt(999, 14 * DAY + 99, 14 * DAY + 99))).toEqual(known);
    expect(lateUpTo(known, itemAt(999, 14 * DAY + 100, 14 * DAY + 100))).toEqual([range(90, 90, 0, DAY)]);
  });
});
