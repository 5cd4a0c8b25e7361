import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Recomputes scheduled posts after their workspace changed its time zone, and removes disconnected accounts from them. */
export const consumer = defineConsumer({
  name: 'recompute-posts',
  stack: 'scheduling',
  description: 'Recomputes posts after their workspace changed its time zone or disconnected an account',
  stalledImpact:
    'Scheduled posts keep old times after a change of the time zone, or still reference a disconnected account',
  source: {
    kind: 'queue',
    // A workspace changes its time zone or its accounts a few times a year.
    queues: [{ name: 'recompute', concurrency: 2 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
  },
  uses: [
    'query-listed-posts',
    'get-posts',
    'batch-get-posts',
    'put-posts',
    'put-post-times',
    'delete-post-times',
    'get-workspaces',
    'update-workspaces',
    'get-account-removals',
    'put-account-removals',
  ],
  // Well below the minute after which a second pass checks all posts: no step of an earlier change ends after it.
  timeoutSeconds: 30,
});
