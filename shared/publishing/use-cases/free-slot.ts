import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { QUEUE_WEEKS, type QueueSlot, slotsOfWeek } from '#shared/publishing/domain/posting-queue.ts';
import type { ScheduleTime } from '#shared/publishing/domain/schedule-post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import { type PostingQueueReader, SlotTakenError } from '#shared/publishing/ports/posting-queue.ts';

/** How many slots are tried while other requests take them first. */
const MAX_TRIES = 50;

type Place = { readonly workspaceId: string; readonly timezone: string; readonly now: Date };

/**
 * Calls `write` with the next slot at which no post is scheduled, and with a later one as long as another request takes the slot first.
 * The write is conditional, so two posts never get the same slot (docs/specification/publishing.md#posting-queue).
 * @throws PlatformError `slot_unavailable` · ConcurrentUpdateError
 */
export async function withFreeSlot<T>(
  queue: PostingQueueReader,
  place: Place,
  write: (time: ScheduleTime) => Promise<T>,
): Promise<T> {
  const { slots } = await queue.find(place.workspaceId);
  let tries = 0;
  for await (const at of freeSlots(queue, slots, place)) {
    if (tries === MAX_TRIES) throw new ConcurrentUpdateError();
    tries += 1;
    try {
      return await write({ ...toLocalTime(at, place.timezone), scheduledAt: at, queued: true });
    } catch (error) {
      if (!(error instanceof SlotTakenError)) throw error;
    }
  }
  throw new PlatformError(
    publishingErrors.slot_unavailable,
    slots.length === 0
      ? 'The posting queue has no slots. Add slots with updatePostingQueue.'
      : `The posting queue has no free slot in the next ${QUEUE_WEEKS} weeks. Add slots with updatePostingQueue, or schedule ` +
          'the post with a date and a time.',
  );
}

/** The free slots of the next year, ascending. Each week is read when it is needed. */
async function* freeSlots(
  queue: Pick<PostingQueueReader, 'scheduledTimes'>,
  slots: readonly QueueSlot[],
  { workspaceId, timezone, now }: Place,
): AsyncGenerator<Date> {
  for (let week = 0; week < QUEUE_WEEKS; week += 1) {
    const times = slotsOfWeek(slots, timezone, now, week);
    const [first, last] = [times.at(0), times.at(-1)];
    if (first === undefined || last === undefined) continue;
    const taken = await queue.scheduledTimes(workspaceId, first, last);
    yield* times.filter((at) => !taken.has(at.getTime()));
  }
}
