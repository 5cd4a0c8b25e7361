import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Starts scheduled broadcasts, and ends those without a report. */
export const consumer = defineConsumer({
  name: 'run-broadcast',
  stack: 'scheduling',
  description: 'Starts broadcasts at their scheduled time',
  stalledImpact: 'Broadcasts start late',
  source: {
    kind: 'queue',
    queues: [{ name: 'broadcast', concurrency: 2 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
  },
  uses: [
    'get-broadcasts',
    'put-broadcasts',
    'update-broadcasts',
    'batch-get-recipients',
    'get-directories',
    'put-events',
  ],
  timeoutSeconds: 30,
});
