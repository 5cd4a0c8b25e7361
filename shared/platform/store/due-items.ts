import { type Due, DUE_RESOURCES, type DueJob, type DueResource } from '#shared/platform/core/due-job.ts';
import { shardOfId } from '#shared/platform/runtime/ids.ts';
import { duePlanPartition } from './keys.ts';

/** Over how many partitions due things are spread: few, because every sweep asks each. */
export const DUE_SHARDS = 8;

/**
 * The attributes by which the stream's consumer sets a timer and the sweep finds what is overdue; all absent while nothing is
 * due. `due_sk` begins with the instant as ISO text, so that the index is in order of time.
 */
export function duePlanAttributes(
  {
    resource,
    id,
    workspaceId,
  }: { readonly resource: DueResource; readonly id: string; readonly workspaceId: string },
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
    due_pk: duePlanPartition(shardOfId(id) % DUE_SHARDS),
    due_sk: [due.at.toISOString(), resource, id, workspaceId, seq].join('#'),
    due_at: due.at.getTime(),
    due_seq: due.seq,
    due_timer: due.timer,
  };
}

/** The job that a place in the index stands for: the index holds keys only, so the key says it all. */
export function dueJobOf(mark: string): DueJob | undefined {
  const [at, kind, id, workspaceId, seq] = mark.split('#');
  const resource = DUE_RESOURCES.find((known) => known === kind);
  if (at === undefined || id === undefined || workspaceId === undefined || seq === undefined)
    return undefined;
  if (resource === undefined) return undefined;
  return { resource, id, workspace_id: workspaceId, seq: Number(seq), due_at: Date.parse(at) };
}
