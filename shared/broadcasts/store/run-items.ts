import * as v from 'valibot';
import {
  type BroadcastControl,
  newControl,
  PAUSE_REASONS,
} from '#shared/broadcasts/domain/broadcast-control.ts';
import {
  type BroadcastRun,
  isWaiting,
  newRun,
  RUN_PHASES,
  wokenRun,
} from '#shared/broadcasts/domain/broadcast-run.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { isPlatformBroadcast, recipientsExpireAt } from '#shared/broadcasts/domain/recipient.ts';
import type { StepwiseJob } from '#shared/platform/core/stepwise-job.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  always,
  type Condition,
  deleteItem,
  exists,
  putItem,
  updateItem,
  type UpdateWrite,
  type Write,
} from '#shared/platform/store/write.ts';
import { broadcastControlKey, broadcastEstimateKey, broadcastRunKey } from './keys.ts';

const runItem = itemCodec(
  v.object({
    broadcastId: v.string(),
    workspaceId: v.string(),
    phase: v.picklist(RUN_PHASES),
    cursor: maybe(v.string()),
    progressAt: instant,
    startedAt: instant,
    attempts: v.number(),
    step: v.number(),
    lastDueSeq: v.number(),
  }),
);

const controlItem = itemCodec(
  v.object({
    broadcastId: v.string(),
    workspaceId: v.string(),
    pausedAt: maybe(instant),
    pausedReason: maybe(v.picklist(PAUSE_REASONS)),
    isStopped: v.boolean(),
    budget: maybe(v.number()),
    reserved: v.number(),
  }),
);

/** The attributes of a run, with the job that the stream consumer schedules. The audit log has no entries for it. */
function toRunAttributes(run: BroadcastRun) {
  const { broadcastId: id, workspaceId, due, dueSeq } = run;
  return {
    ...runItem.encode({ ...run, lastDueSeq: dueSeq }),
    ...scheduledJobAttributes({ resource: 'broadcast_run', id, workspaceId }, due),
  };
}

/** The run of a stored item. @throws MalformedItemError */
export function fromRunItem(item: Item): BroadcastRun {
  const { lastDueSeq: dueSeq, ...run } = runItem.decode(item);
  return { ...run, dueSeq, due: readDue(item) };
}

/** No other run has stored progress. */
export function stepUnchanged({ step }: Pick<StepwiseJob, 'step'>): Condition {
  return { expression: '#step = :before_step', names: { '#step': 'step' }, values: { ':before_step': step } };
}

/** The control of a stored item. @throws MalformedItemError */
export function fromControlItem(item: Item): BroadcastControl {
  return controlItem.decode(item);
}

/**
 * The writes of the run and the control for the transaction that changes the state of a broadcast. The start creates both. The end stops the
 * control, so that nothing more is claimed. A run that waits then continues at once, to skip the remaining recipients.
 */
export async function runWrites(table: Table, before: Broadcast, after: Broadcast): Promise<Write[]> {
  const { id, updatedAt } = after;
  if (!isPlatformBroadcast(after) || before.state === after.state) return [];
  if (after.state === 'in_flight')
    return [
      putItem({ ...broadcastRunKey(id), ...toRunAttributes(newRun(after, updatedAt)) }),
      putItem({ ...broadcastControlKey(id), ...controlItem.encode(newControl(after)) }),
    ];
  if (before.state !== 'in_flight') return [];
  const stopped = { expression: 'SET isStopped = :stopped', values: { ':stopped': true } };
  const item = await table.get(broadcastRunKey(id));
  const run = item && fromRunItem(item);
  return [
    updateItem(broadcastControlKey(id), stopped, exists),
    ...(run && isWaiting(run, updatedAt) ? [runWrite(run, wokenRun(run, updatedAt))] : []),
  ];
}

/** The write of progress, if the run has stored no progress since it was read. */
export function runWrite(before: BroadcastRun, after: BroadcastRun): UpdateWrite {
  return updateItem(
    broadcastRunKey(before.broadcastId),
    setAttributes(toRunAttributes(after)),
    stepUnchanged(before),
  );
}

/** The write of a pause, on request or by the platform, if the broadcast is not paused and its budget has not been raised. */
export function pauseWrite({ broadcastId, pausedAt, pausedReason, budget }: BroadcastControl): UpdateWrite {
  const update = setAttributes({ pausedAt: pausedAt?.getTime(), pausedReason: pausedReason ?? undefined });
  const running = 'attribute_exists(pk) AND attribute_not_exists(pausedAt)';
  return updateItem(
    broadcastControlKey(broadcastId),
    update,
    budget === null
      ? { expression: running }
      : { expression: `${running} AND budget = :budget`, values: { ':budget': budget } },
  );
}

/** The write of the end of a pause, with the budget from then on. Claims change the reserved amount at the same time. */
export function resumeWrite({ broadcastId, budget }: BroadcastControl): UpdateWrite {
  const set = budget === null ? {} : { expression: 'SET budget = :budget ', values: { ':budget': budget } };
  const update = { ...set, expression: `${set.expression ?? ''}REMOVE pausedAt, pausedReason` };
  return updateItem(broadcastControlKey(broadcastId), update, exists);
}

/**
 * The writes for the transaction that deletes a broadcast. Its recipients expire, and its control with them: a message that is being sent
 * can still give its price back, which would create an item without a workspace and without an end.
 */
export function runRemovals(broadcast: Broadcast, now: Date): Write[] {
  if (!isPlatformBroadcast(broadcast)) return [];
  const { id, startedAt } = broadcast;
  const estimate = deleteItem(broadcastEstimateKey(id), always);
  if (startedAt === null) return [estimate];
  const expiring = setAttributes({ ttl: ttlOf(recipientsExpireAt(now)) });
  return [
    estimate,
    deleteItem(broadcastRunKey(id), always),
    updateItem(broadcastControlKey(id), expiring, always),
  ];
}
