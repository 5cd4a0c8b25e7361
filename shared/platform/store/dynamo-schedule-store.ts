import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { ScheduleStore } from '#shared/platform/core/schedule-store.ts';
import { type ScheduledJob, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { scheduledJobPartition } from './keys.ts';
import { SCHEDULE_SHARDS, toScheduledJob } from './schedule-items.ts';
import { CORE_TABLE } from './table-definition.ts';
import type { Item, Table } from './table.ts';

const [, BY_DUE] = CORE_TABLE.indexes;

/** Index entries read from each partition at a time. */
const ENTRIES = 100;

/** `FIRST` sorts before every sort key of the index. A sort key followed by `NEXT` sorts directly after that sort key. */
const FIRST = '0';
const NEXT = '!';

/** Scheduled jobs in the index of the core table. Its keys contain every field of a job, so no item is read. */
export function createDynamoScheduleStore(table: Table): ScheduleStore {
  return {
    async *readOverdue(before) {
      // A sort key is a timestamp and more characters, so a job at exactly this time sorts after the bound.
      const to = before.toISOString();
      let starts = Array.from({ length: SCHEDULE_SHARDS }, (_, shard) => ({ shard, from: FIRST }));
      while (starts.length > 0) {
        const pages = await Promise.all(
          starts.map(async ({ shard, from }) => {
            const pk = scheduledJobPartition(shard);
            const query = { index: BY_DUE, pk, from, to, descending: false, limit: ENTRIES };
            return { shard, entries: await table.query(query) };
          }),
        );
        yield pages
          .flatMap(({ entries }) => entries)
          .toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1))
          .map(jobOrError);
        starts = pages
          .filter(({ entries }) => entries.length === ENTRIES)
          .map(({ shard, entries }) => ({ shard, from: `${sortKeyOf(entries.at(-1))}${NEXT}` }));
      }
    },
  };
}

/** An entry that cannot be parsed is returned as its error, so that it does not hide the others. */
function jobOrError(entry: Item): ScheduledJob | MalformedItemError {
  const read = v.safeParse(scheduledJobSchema, toScheduledJob(sortKeyOf(entry)));
  return read.success
    ? read.output
    : new MalformedItemError(`${String(entry['pk'])}/${String(entry['sk'])} (${BY_DUE.sortKey})`);
}

function sortKeyOf(entry: Item | undefined): string {
  return String(entry?.[BY_DUE.sortKey]);
}
