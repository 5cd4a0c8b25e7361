import {
  type Due,
  SCHEDULED_RESOURCES,
  type ScheduledJob,
  type ScheduledResource,
} from '#shared/platform/core/scheduled-job.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import { plannedPartition } from './keys.ts';

/** Over how many partitions due things are spread: few, because every sweep asks each. */
export const SCHEDULE_SHARDS = 8;

/**
 * The attributes by which the stream's consumer sets a timer and the sweep finds what is overdue; all absent while nothing is
 * due. `due_sk` begins with the instant as ISO text, so that the index is in order of time.
 */
export function plannedAttributes(
  {
    resource,
    id,
    workspaceId,
  }: { readonly resource: ScheduledResource; readonly id: string; readonly workspaceId: string },
  due: Due | null,
) {
  if (due === null)
    return {
      due_pk: undefined,
      due_sk: undefined,
      due_at: undefined,
      due_seq: undefined,
      due_timer: undefined,
    };
  const seq = String(due.seq);
  return {
    due_pk: plannedPartition(shardOfId(id) % SCHEDULE_SHARDS),
    due_sk: [due.at.toISOString(), resource, id, workspaceId, seq].join('#'),
    due_at: due.at.getTime(),
    due_seq: due.seq,
    due_timer: due.timer,
  };
}

/** The job that a place in the index stands for: the index holds keys only, so the key says it all. */
export function toScheduledJob(mark: string): ScheduledJob | undefined {
  const [at, kind, id, workspaceId, seq] = mark.split('#');
  const resource = SCHEDULED_RESOURCES.find((known) => known === kind);
  if (at === undefined || id === undefined || workspaceId === undefined || seq === undefined)
    return undefined;
  if (resource === undefined) return undefined;
  return { resource, id, workspace_id: workspaceId, seq: Number(seq), due_at: Date.parse(at) };
}
