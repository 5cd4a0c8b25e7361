import * as v from 'valibot';
import { toLocalTime } from '#shared/platform/core/zoned-time.ts';
import { revisionText, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type PostingQueue, slotsOfWeek, WEEKDAYS } from '#shared/publishing/domain/posting-queue.ts';
import type { PostingQueueReader } from '#shared/publishing/ports/posting-queue.ts';

/** How many coming slots a response shows, and in how many weeks they are looked for. */
const SHOWN = 30;
const WEEKS = 4;

/** Reads of the posting queue. */
export const QUEUE_READ_USES = ['get-posting-queues', 'query-post-times', 'get-workspaces'] as const;

/** A posting queue in responses. */
export const postingQueueSchema = withDescription(
  withTitle(
    'PostingQueue',
    v.object({
      revision: revisionText,
      timezone: withDescription(
        v.string(),
        'IANA name of the time zone of the workspace, in which the slots are',
      ),
      slots: withDescription(
        v.array(
          v.object({
            weekday: withDescription(v.picklist(WEEKDAYS), 'Day of the week'),
            time: withDescription(v.string(), 'Time of the day, `HH:mm`'),
          }),
        ),
        'The weekly slots, in the order of the week',
      ),
      upcoming: withDescription(
        v.array(
          v.object({
            scheduled_at: withDescription(timestamp, 'The slot as a UTC timestamp'),
            date: withDescription(v.string(), 'Day in `timezone`, `YYYY-MM-DD`'),
            time: withDescription(v.string(), 'Time of the day in `timezone`, `HH:mm`'),
            post_id: withDescription(
              v.nullable(uuid),
              'A post that is scheduled for this time; null for a free slot',
            ),
          }),
        ),
        `The next slots, at most ${SHOWN} in ${WEEKS} weeks`,
      ),
    }),
  ),
  'The posting queue of the workspace',
);

/** The revision of a posting queue for `If-Match`. */
export function queueRevision({ revision }: Pick<PostingQueue, 'revision'>): string {
  return String(revision);
}

/** Reads the coming slots of a queue and converts both to their representation. */
export async function readPostingQueueView(
  reader: Pick<PostingQueueReader, 'scheduledTimes'>,
  queue: PostingQueue,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): Promise<v.InferInput<typeof postingQueueSchema>> {
  const weeks = Array.from({ length: WEEKS }, (_, week) => slotsOfWeek(queue.slots, timezone, now, week));
  const coming = weeks.flat().slice(0, SHOWN);
  const [first, last] = [coming.at(0), coming.at(-1)];
  const taken =
    first === undefined || last === undefined
      ? new Map<number, string>()
      : await reader.scheduledTimes(queue.workspaceId, first, last);
  return {
    revision: queueRevision(queue),
    timezone,
    slots: queue.slots.map(({ weekday, time }) => ({ weekday, time })),
    upcoming: coming.map((at) => ({
      scheduled_at: at.toISOString(),
      ...toLocalTime(at, timezone),
      post_id: taken.get(at.getTime()) ?? null,
    })),
  };
}
