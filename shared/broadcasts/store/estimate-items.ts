import * as v from 'valibot';
import {
  type BroadcastEstimate,
  ESTIMATE_STATES,
  ESTIMATE_TTL_MS,
} from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { instant, itemCodec, maybe, ttlOf } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { broadcastEstimateKey } from './keys.ts';

const estimateItem = itemCodec(
  v.object({
    broadcastId: v.string(),
    workspaceId: v.string(),
    state: v.picklist(ESTIMATE_STATES),
    basis: v.string(),
    cursor: maybe(v.string()),
    counts: v.object({
      recipients: v.number(),
      optedOut: v.number(),
      unreachable: v.number(),
      parts: v.number(),
      price: v.number(),
    }),
    seconds: maybe(v.number()),
    requestedAt: instant,
    countedAt: maybe(instant),
    attempts: v.number(),
    step: v.number(),
    lastDueSeq: v.number(),
  }),
);

/** The item of a new estimate. The audit log has no entries for it, because it changes nothing of the broadcast. */
export function toEstimateItem(estimate: BroadcastEstimate) {
  return {
    ...broadcastEstimateKey(estimate.broadcastId),
    ...toEstimateAttributes(estimate),
    ttl: ttlOf(new Date(estimate.requestedAt.getTime() + ESTIMATE_TTL_MS)),
  };
}

/** The attributes that a step changes, with the job that the stream consumer schedules. */
export function toEstimateAttributes(estimate: BroadcastEstimate) {
  const { broadcastId: id, workspaceId, due, dueSeq } = estimate;
  return {
    ...estimateItem.encode({ ...estimate, lastDueSeq: dueSeq }),
    ...scheduledJobAttributes({ resource: 'broadcast_estimate', id, workspaceId }, due),
  };
}

/** The estimate of a stored item. @throws MalformedItemError */
export function fromEstimateItem(item: Item): BroadcastEstimate {
  const { lastDueSeq: dueSeq, ...estimate } = estimateItem.decode(item);
  return { ...estimate, dueSeq, due: readDue(item) };
}
