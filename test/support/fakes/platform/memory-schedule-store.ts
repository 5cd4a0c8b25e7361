import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { ScheduleStore } from '#shared/platform/core/schedule-store.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';

const PAGE = 100;

/** Schedules in a list that the test fills; unreadable items are returned as their errors. */
export function createMemoryScheduleStore(
  planned: readonly (ScheduledJob | MalformedItemError)[],
): ScheduleStore {
  return {
    async *readOverdue(before) {
      const overdue = planned
        .filter((place) => timeOf(place) < before.getTime())
        .toSorted((a, b) => timeOf(a) - timeOf(b));
      for (let start = 0; start < overdue.length; start += PAGE) yield overdue.slice(start, start + PAGE);
    },
  };
}

function timeOf(place: ScheduledJob | MalformedItemError): number {
  return 'dueAt' in place ? place.dueAt : 0;
}
