import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Every minute, finds posts, broadcasts and messages whose schedule was lost and queues them. */
export const consumer = defineConsumer({
  name: 'sweep-schedules',
  stack: 'scheduling',
  description: 'Starts posts, broadcasts and messages whose schedule was lost',
  stalledImpact: 'Posts, broadcasts and messages whose schedule was lost do not start',
  source: { kind: 'schedule', id: 'ScheduleSweep', group: 'schedule-sweeps' },
  uses: [
    // The keys of the index contain everything, so no item is read.
    'query-scheduled-jobs',
    'send-to-publish',
    'send-to-broadcast',
    'send-to-sending',
    'send-to-recompute',
    'send-to-message',
    'send-to-calendar',
    'send-to-import',
    'send-to-removal',
    'send-to-download',
  ],
});
