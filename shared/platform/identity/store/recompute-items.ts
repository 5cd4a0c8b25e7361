import * as v from 'valibot';
import type { ZoneRecompute } from '#shared/platform/identity/zone-recompute.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { plannedAttributes } from '#shared/platform/store/schedule-items.ts';
import type { Item } from '#shared/platform/store/table.ts';

const recomputeItem = v.object({
  recompute: maybe(
    v.object({
      state: v.picklist(['queued', 'running', 'done']),
      done: v.number(),
      kept: v.number(),
      since: instant,
      look: v.picklist([1, 2]),
      status: v.picklist(['scheduled', 'draft']),
      after: maybe(v.string()),
      step: v.number(),
      seq: v.number(),
    }),
  ),
  due_at: maybe(instant),
  due_timer: maybe(v.boolean()),
});

/** The attributes of a recompute in the workspace item, with the job that the stream consumer schedules. */
export function toRecomputeAttributes(workspaceId: string, recompute: ZoneRecompute) {
  const { state, done, kept, since, place, step, due, dueSeq } = recompute;
  return {
    recompute: {
      state,
      done,
      kept,
      since: since.getTime(),
      look: place.look,
      status: place.status,
      after: place.after,
      step,
      seq: dueSeq,
    },
    ...plannedAttributes({ resource: 'workspace', id: workspaceId, workspaceId }, due),
  };
}

/** @throws MalformedItemError */
export function fromRecomputeAttributes(item: Item): ZoneRecompute | null {
  const { recompute, due_at: at, due_timer: timer } = parseItem(recomputeItem, item);
  if (recompute === null) return null;
  const { look, status, after, seq, ...rest } = recompute;
  return {
    ...rest,
    place: { look, status, after },
    due: at && { at, seq, timer: timer === true },
    dueSeq: seq,
  };
}
