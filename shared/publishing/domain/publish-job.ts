import * as v from 'valibot';
import { scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';

/** The message that requests one attempt to publish a post to one account. It can arrive twice, late or early. */
const accountJobSchema = v.object({
  kind: v.literal('account'),
  postId: v.string(),
  workspaceId: v.string(),
  run: v.number(),
  accountId: v.number(),
  /** Number of the requested attempt, starting at 1. */
  attempt: v.number(),
});

export type AccountJob = v.InferOutput<typeof accountJobSchema>;

/** Messages of the publish queue: scheduled posts, and attempts for one account. */
export const publishJobSchema = v.union([accountJobSchema, scheduledJobSchema]);

export type PublishJob = v.InferOutput<typeof publishJobSchema>;
