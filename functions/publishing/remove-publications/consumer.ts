import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Removes deleted posts from social networks. */
export const consumer = defineConsumer({
  name: 'remove-publications',
  stack: 'scheduling',
  description: 'Removes deleted posts from social networks',
  stalledImpact: 'Deleted posts stay on social networks',
  unopenedImpact: 'Deleted posts are not removed from social networks',
  source: {
    kind: 'queue',
    // Each invocation removes a post from one account after another.
    queues: [{ name: 'removal', concurrency: 2 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
    // The messages of a batch would share its timeout.
    batchSize: 1,
  },
  uses: [
    'get-post-removals',
    'put-post-removals',
    'batch-get-accounts',
    'put-accounts',
    'get-oauth-apps',
    'put-token-leases',
    'get-directories',
    'put-events',
    // Renewed tokens are encrypted again.
    'open-account-credentials',
    'seal-account-credentials',
    'open-oauth-secret',
    'stage-apps',
    'check-addresses',
    'call-networks',
  ],
  // A run lasts 60 seconds; the rest is for one removal that takes a minute, and the records.
  timeoutSeconds: 150,
});
