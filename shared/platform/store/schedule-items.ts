import * as v from 'valibot';
import {
  type NextJob,
  SCHEDULED_RESOURCES,
  type ScheduledJob,
  type ScheduledResource,
} from '#shared/platform/core/scheduled-job.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import { instant, maybe, parseItem } from './item-schema.ts';
import { scheduledJobPartition } from './keys.ts';
import type { Item } from './table.ts';

/** Number of partitions of the index by time: few, because every sweep queries each. */
export const SCHEDULE_SHARDS = 8;

/**
 * The attributes by which the stream consumer sets a timer and the sweep finds overdue jobs; all are absent while no job is
 * scheduled. `dueSk` begins with the time in ISO format, so that the index is sorted by time.
 */
export function scheduledJobAttributes(
  {
    resource,
    id,
    workspaceId,
  }: {
    readonly resource: ScheduledResource | 'message';
    readonly id: string;
    readonly workspaceId: string;
  },
  due: NextJob | null,
) {
  if (due === null)
    return {
      duePk: undefined,
      dueSk: undefined,
      dueAt: undefined,
      dueSeq: undefined,
      dueTimer: undefined,
    };
  const seq = String(due.seq);
  return {
    duePk: scheduledJobPartition(shardOfId(id) % SCHEDULE_SHARDS),
    dueSk: [due.at.toISOString(), resource, id, workspaceId, seq].join('#'),
    dueAt: due.at.getTime(),
    dueSeq: due.seq,
    dueTimer: due.timer,
  };
}

const planned = v.object({ dueAt: maybe(instant), dueSeq: maybe(v.number()), dueTimer: maybe(v.boolean()) });

/** The scheduled job of an item; null if it has none. @throws MalformedItemError */
export function readDue(item: Item): NextJob | null {
  const { dueAt: at, dueSeq: seq, dueTimer: timer } = parseItem(planned, item);
  return at !== null && seq !== null ? { at, seq, timer: timer === true } : null;
}

/** Parses the sort key of an index entry; undefined if it has another format. It contains every field, because the index projects keys only. */
export function toScheduledJob(sortKey: string): ScheduledJob | undefined {
  const [at, kind, id, workspaceId, seq] = sortKey.split('#');
  const resource = SCHEDULED_RESOURCES.find((known) => known === kind);
  if (at === undefined || id === undefined || workspaceId === undefined || seq === undefined)
    return undefined;
  if (resource === undefined) return undefined;
  return { resource, id, workspaceId, seq: Number(seq), dueAt: Date.parse(at) };
}
