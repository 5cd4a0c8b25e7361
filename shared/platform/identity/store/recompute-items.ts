import * as v from 'valibot';
import { RECOMPUTED_STATUSES, type ZoneRecompute } from '#shared/platform/identity/zone-recompute.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import { readDue, scheduledJobAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';

const recomputeItem = itemCodec(
  v.object({
    recompute: maybe(
      v.object({
        state: v.picklist(['queued', 'running', 'done']),
        done: v.number(),
        kept: v.number(),
        since: instant,
        place: v.object({
          pass: v.picklist([1, 2]),
          status: v.picklist(RECOMPUTED_STATUSES),
          after: maybe(v.string()),
        }),
        step: v.number(),
        dueSeq: v.number(),
      }),
    ),
  }),
);

/** The attributes of a recompute in the workspace item, with the job that the stream consumer schedules. */
export function toRecomputeAttributes(workspaceId: string, recompute: ZoneRecompute) {
  return {
    ...recomputeItem.encode({ recompute }),
    ...scheduledJobAttributes({ resource: 'workspace', id: workspaceId, workspaceId }, recompute.due),
  };
}

/** @throws MalformedItemError */
export function fromRecomputeAttributes(item: Item): ZoneRecompute | null {
  const { recompute } = recomputeItem.decode(item);
  return recompute && { ...recompute, due: readDue(item) };
}
