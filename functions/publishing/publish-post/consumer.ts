import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { count } from '#shared/platform/runtime/env.ts';
import { publishJobSchema } from '#shared/publishing/domain/publish-job.ts';
import { logFields } from './log-fields.ts';

/** Starts scheduled posts, and makes one attempt for one account per message. */
export const consumer = defineConsumer({
  name: 'publish-post',
  stack: 'scheduling',
  description: 'Publishes posts to social accounts',
  stalledImpact: 'Posts are published late',
  unopenedImpact: 'Posts are not published',
  source: {
    kind: 'queue',
    // Accounts that are published to at a time: social networks are slow, and media take minutes.
    queues: [{ name: 'publish', concurrency: 20 }],
    message: publishJobSchema,
    logFields,
    // Several messages with videos would not fit into memory together.
    batchSize: 1,
  },
  uses: [
    'get-posts',
    'query-posts',
    'put-posts',
    'get-post-removals',
    'get-accounts',
    'batch-get-accounts',
    'put-accounts',
    'get-oauth-apps',
    'put-token-leases',
    'batch-get-media-records',
    'get-directories',
    'put-events',
    'send-to-publish',
    // Renewed tokens are encrypted again.
    'open-account-credentials',
    'seal-account-credentials',
    'open-oauth-secret',
    'stage-apps',
    'read-media',
    'check-addresses',
    'call-networks',
    'write-metrics',
  ],
  settings: { queueDelayLimit: count },
  // An attempt takes at most 150 s; the rest is for its files, its last request and the records.
  timeoutSeconds: 240,
  // The function transfers videos of 200 MB.
  memoryMegabytes: 1024,
  // Each further attempt is a message to the function's own queue. A wait of more than 15 minutes needs several such messages. The
  // number of attempts is limited.
  recursiveLoop: true,
});
