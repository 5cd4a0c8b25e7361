import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { count } from '#shared/platform/runtime/env.ts';

/** Every minute, finds deliveries that were lost between two steps and queues them again. */
export const consumer = defineConsumer({
  name: 'sweep-deliveries',
  stack: 'delivery',
  description: 'Finds deliveries whose message or schedule was lost and queues them again',
  stalledImpact: 'Webhooks whose message was lost are not sent',
  source: { kind: 'schedule', id: 'DeliverySweep', group: 'delivery-sweeps', parts: 4 },
  // A whole core: under load, the runs are limited by their CPU time.
  memoryMegabytes: 1769,
  // The function queries events, overdue deliveries, overdue notifications and due notices of rotations. It reads events whose deliveries are
  // missing, writes these deliveries, postpones overdue ones, and adds up the counts of attempts.
  uses: [
    'query-events',
    'get-events',
    'query-due-deliveries',
    'batch-get-deliveries',
    'put-deliveries',
    'update-deliveries',
    'get-sweep-cursors',
    'put-sweep-cursors',
    'update-sweep-cursors',
    'query-announced-hours',
    'query-attempt-counts',
    'get-attempt-counts',
    'put-attempt-counts',
    'query-due-notifications',
    'update-notifications',
    'query-due-rotation-notices',
    'update-rotation-notices',
    'send-to-delivery',
    'send-to-notification',
    'measure-delivery',
    'measure-slow',
    'write-metrics',
  ],
  settings: { sweepQueueLimit: count },
});
