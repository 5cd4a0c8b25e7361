import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { ScheduleStore } from '#shared/platform/core/schedule-store.ts';
import { type ScheduledJob, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { plannedPartition } from './keys.ts';
import { SCHEDULE_SHARDS, toScheduledJob } from './schedule-items.ts';
import { CORE_TABLE } from './table-definition.ts';
import type { Item, Table } from './table.ts';

const [, BY_DUE] = CORE_TABLE.indexes;

/** Places read from each partition at a time. */
const PLACES = 100;

/** Sorts before every place, and right after a place when put behind it. */
const FIRST = '0';
const NEXT = '!';

/** Due things in the core table's index: its keys alone say what is due, so no item is read. */
export function createDynamoScheduleStore(table: Table): ScheduleStore {
  return {
    async *readOverdue(before) {
      // The instant alone sorts before every place of that instant.
      const to = before.toISOString();
      let starts = Array.from({ length: SCHEDULE_SHARDS }, (_, shard) => ({ shard, from: FIRST }));
      while (starts.length > 0) {
        const pages = await Promise.all(
          starts.map(async ({ shard, from }) => {
            const pk = plannedPartition(shard);
            const query = { index: BY_DUE, pk, from, to, descending: false, limit: PLACES };
            return { shard, places: await table.query(query) };
          }),
        );
        yield pages
          .flatMap(({ places }) => places)
          .toSorted((a, b) => (markOf(a) < markOf(b) ? -1 : 1))
          .map(jobOrError);
        starts = pages
          .filter(({ places }) => places.length === PLACES)
          .map(({ shard, places }) => ({ shard, from: `${markOf(places.at(-1))}${NEXT}` }));
      }
    },
  };
}

/** One place that cannot be read must not hide the others. */
function jobOrError(place: Item): ScheduledJob | MalformedItemError {
  const read = v.safeParse(scheduledJobSchema, toScheduledJob(markOf(place)));
  return read.success
    ? read.output
    : new MalformedItemError(`${String(place['pk'])}/${String(place['sk'])} (${BY_DUE.sortKey})`);
}

function markOf(place: Item | undefined): string {
  return String(place?.[BY_DUE.sortKey]);
}
