import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { QUEUE_WEEKS, type QueueSlot, slotsOfWeek } from '#shared/publishing/domain/posting-queue.ts';
import type { ScheduleTime } from '#shared/publishing/domain/schedule-post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { type PostingQueueReader, SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';

/**
 * How often a slot is tried. The number of slots to choose from doubles with each lost slot, so even a thousand requests at once
 * need fewer tries.
 */
const MAX_TRIES = 16;

type Place = { readonly workspaceId: string; readonly timezone: string; readonly now: Date };

/** The ports that a free slot is chosen with. `random` returns a number from 0 up to, not including, 1. */
export type SlotSources = { readonly postingQueue: PostingQueueReader; readonly random: () => number };

/**
 * Calls `write` with the next slot at which no post is scheduled. The write is conditional, so two posts never get the same slot
 * (docs/specification/publishing.md#posting-queue). If other requests take the slot first, the slots are read again. Requests that all took
 * the first free one then would lose one transaction for each rival, so each chooses among more slots after every slot that it lost.
 * @throws PlatformError `slot_unavailable` · ConcurrentUpdateError
 */
export async function withFreeSlot<T>(
  { postingQueue, random }: SlotSources,
  place: Place,
  write: (time: ScheduleTime) => Promise<T>,
): Promise<T> {
  const { slots } = await postingQueue.find(place.workspaceId);
  let week = 0;
  for (let lost = 0; lost < MAX_TRIES; lost += 1) {
    const { free, firstWeek } = await freeSlots(postingQueue, slots, place, week, choicesAfter(lost));
    // Weeks that were full are not read again.
    week = firstWeek;
    const at = free[Math.floor(random() * free.length)];
    if (at === undefined) throw noSlot(slots);
    try {
      return await write({ ...toLocalTime(at, place.timezone), scheduledAt: at, queued: true });
    } catch (error) {
      if (!(error instanceof SlotTakenError)) throw error;
    }
  }
  throw new ConcurrentUpdateError();
}

/** One slot at first and after the first loss, so that two requests at once get the next two slots. */
function choicesAfter(lost: number): number {
  return lost === 0 ? 1 : 2 ** (lost - 1);
}

/** The next free slots of the next year from a week on, ascending, at most `count`, and the week of the first one. */
async function freeSlots(
  queue: Pick<PostingQueueReader, 'scheduledTimes'>,
  slots: readonly QueueSlot[],
  { workspaceId, timezone, now }: Place,
  from: number,
  count: number,
): Promise<{ readonly free: readonly Date[]; readonly firstWeek: number }> {
  const free: Date[] = [];
  let firstWeek = from;
  for (let week = from; week < QUEUE_WEEKS && free.length < count; week += 1) {
    if (free.length === 0) firstWeek = week;
    const times = slotsOfWeek(slots, timezone, now, week);
    const [first, last] = [times.at(0), times.at(-1)];
    if (first === undefined || last === undefined) continue;
    const taken = await queue.scheduledTimes(workspaceId, first, last);
    free.push(...times.filter((at) => !taken.has(at.getTime())));
  }
  return { free: free.slice(0, count), firstWeek };
}

function noSlot(slots: readonly QueueSlot[]): PlatformError {
  return new PlatformError(
    publishingErrors.slot_unavailable,
    slots.length === 0
      ? 'The posting queue has no slots. Add slots with updatePostingQueue.'
      : `The posting queue has no free slot in the next ${QUEUE_WEEKS} weeks. Add slots with updatePostingQueue, or schedule ` +
          'the post with a date and a time.',
  );
}
