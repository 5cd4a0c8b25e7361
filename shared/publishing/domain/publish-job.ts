import * as v from 'valibot';
import { scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';

/** The message that asks for one attempt to publish a post on one account. It can come twice, late or early. */
const accountJobSchema = v.object({
  kind: v.literal('account'),
  post_id: v.string(),
  workspace_id: v.string(),
  run: v.number(),
  account_id: v.number(),
  /** Number of the attempt it asks for, from 1. */
  attempt: v.number(),
});

export type AccountJob = v.InferOutput<typeof accountJobSchema>;

/** What the publisher's queue holds: posts whose time has come, and attempts to make. */
export const publishJobSchema = v.union([accountJobSchema, scheduledJobSchema]);

export type PublishJob = v.InferOutput<typeof publishJobSchema>;
