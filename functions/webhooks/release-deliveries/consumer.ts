import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { waitSeconds } from '#shared/platform/runtime/env.ts';
import { releaseJobSchema, type ReleaseJob } from '#shared/webhooks/domain/release-job.ts';

/** Probes unresponsive endpoints, and queues their deferred deliveries once they respond. */
export const consumer = defineConsumer({
  name: 'release-deliveries',
  stack: 'delivery',
  description: 'Probes unresponsive endpoints and queues their deferred deliveries once they respond',
  stalledImpact: 'Webhooks to endpoints that respond again wait up to 15 minutes longer than necessary',
  source: {
    kind: 'queue',
    // A probe releases a few deliveries at a time.
    queues: [{ name: 'release', concurrency: 2 }],
    message: releaseJobSchema,
    logFields: ({ endpointId }: ReleaseJob) => ({ endpoint_id: endpointId }),
  },
  uses: [
    'get-targets',
    'batch-get-targets',
    'update-targets',
    'query-open-deliveries',
    'batch-get-deliveries',
    'send-to-release',
    'send-to-delivery',
    'send-to-slow',
  ],
  settings: { probeSeconds: waitSeconds },
  timeoutSeconds: 15,
  // The function queues its own next probe while an endpoint is unresponsive, which can last for days.
  recursiveLoop: true,
});
