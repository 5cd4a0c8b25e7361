import * as v from 'valibot';
import { timestamp } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { type Post, POST_STATUSES } from '#shared/domain/posts/post.ts';

/** What is answered to a command about when a post goes out (G46). */
export const schedulingSchema = named(
  'Scheduling',
  v.object({
    success: v.literal(true),
    status: v.pipe(v.number(), v.safeInteger()),
    scheduled_at: v.nullable(timestamp),
  }),
);

/** The answer that tells what the post is by now; `status` is the number of the specification (G23). */
export function schedulingAnswer({ status, scheduledAt }: Post) {
  const body = {
    success: true,
    status: POST_STATUSES.indexOf(status),
    scheduled_at: scheduledAt?.toISOString() ?? null,
  };
  return { status: 200, body };
}
