import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { recoveryJobSchema, type RecoveryJob } from '#shared/webhooks/domain/delivery-message.ts';

/** Requests the resends of a recovery, step by step. */
export const consumer = defineConsumer({
  name: 'recover-deliveries',
  stack: 'delivery',
  description: 'Resends failed deliveries of a time range',
  stalledImpact: 'Requested recoveries make no progress',
  source: {
    kind: 'queue',
    // Recoveries are background work and must never use the concurrency that new deliveries need.
    queues: [{ name: 'recovery', concurrency: 2 }],
    message: recoveryJobSchema,
    logFields: ({ endpointId, recoveryId }: RecoveryJob) => ({
      endpoint_id: endpointId,
      recovery_id: recoveryId,
    }),
  },
  uses: [
    'get-endpoints',
    'batch-get-events',
    'get-recoveries',
    'update-recoveries',
    'put-delivery-requests',
    'get-deliveries',
    'query-deliveries',
    'put-deliveries',
    'update-deliveries',
    'send-to-recovery',
  ],
  // The function queues its own next steps. A recovery of many deliveries has more steps than loop detection allows.
  recursiveLoop: true,
});
