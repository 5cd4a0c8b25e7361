import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { count, waitSeconds } from '#shared/platform/runtime/env.ts';
import { deliveryJobSchema, deliveryLogFields } from '#shared/webhooks/domain/delivery-message.ts';
import { retryDelays } from '#shared/webhooks/domain/retry-delays.ts';

/** Signs and sends the request, records the attempt and schedules the next one. */
export const consumer = defineConsumer({
  name: 'deliver-webhook',
  stack: 'delivery',
  description: 'Sends signed webhooks and schedules their retries',
  stalledImpact: 'Webhooks are late',
  unopenedImpact: 'Webhooks are not sent',
  source: {
    kind: 'queue',
    // The slow lane has the same messages, and a concurrency of its own.
    queues: [
      { name: 'delivery', concurrency: 'healthy' },
      { name: 'slow', concurrency: 'slow' },
    ],
    message: deliveryJobSchema,
    logFields: deliveryLogFields,
    together: true,
  },
  uses: [
    'get-targets',
    'batch-get-targets',
    'update-targets',
    'get-events',
    'put-deliveries',
    'update-deliveries',
    'get-attempt-counts',
    'put-attempt-counts',
    'put-announced-hours',
    'query-notification-targets',
    'send-to-delivery',
    'send-to-slow',
    'send-to-release',
    'send-to-notification',
    'open-signing-secret',
    'create-retry-schedules',
    'check-addresses',
    'write-metrics',
  ],
  settings: { retryDelays, queueDelayLimit: count, deferSeconds: waitSeconds, probeSeconds: waitSeconds },
  // 8 s for the request, the rest for reads, recording the attempt and queueing the next one.
  timeoutSeconds: 15,
  // The function waits for receivers most of the time. This size has 14 % of a core, and `bench -- cost` counts the CPU
  // time at this share.
  memoryMegabytes: 256,
  staged: true,
  // Retries return to the function's own queue. During an outage of KMS or for a held endpoint, a delivery can pass through
  // it 16 times. The delivery itself limits its attempts.
  recursiveLoop: true,
});
