import * as v from 'valibot';
import { timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { type Post, POST_STATUSES } from '#shared/publishing/domain/post.ts';
import { postStatus } from './post-view.ts';

/** The response of operations that schedule or unschedule a post. */
export const schedulingSchema = withDescription(
  withTitle(
    'Scheduling',
    v.object({
      success: withDescription(v.literal(true), 'Always true: a failed request returns a problem document'),
      status: postStatus,
      scheduled_at: withDescription(
        v.nullable(timestamp),
        'The date and time as a UTC timestamp; null if one of them is missing',
      ),
    }),
  ),
  'The post after the change',
);

/** Converts the current state of the post; `status` is numeric (docs/specification/publishing.md#post-status). */
export function schedulingResponse({ status, scheduledAt }: Post) {
  const body = {
    success: true,
    status: POST_STATUSES.indexOf(status),
    scheduled_at: scheduledAt?.toISOString() ?? null,
  };
  return { status: 200, body };
}
