import { PROJECTION_FILTER } from '#shared/platform/core/stream-filters.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { count } from '#shared/platform/runtime/env.ts';

const { resourceAttribute, timerAttribute, ingestedAttribute } = PROJECTION_FILTER;
const EXISTS = [{ exists: true }];

/** Second consumer of the core stream: schedules of posts, broadcasts and messages, the audit log, and the records of ingested events. */
export const consumer = defineConsumer({
  name: 'project-changes',
  stack: 'scheduling',
  description: 'Creates schedules, writes the audit log, and updates the records that ingested events name',
  stalledImpact:
    'Posts and broadcasts start and messages are sent some minutes late, and the audit log and the records of ingested events lag behind',
  source: {
    kind: 'stream',
    // Written resources, written items with a schedule, deleted items whose schedule may still exist, and ingested events.
    filters: [
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { [resourceAttribute]: { S: EXISTS } } },
      },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { [timerAttribute]: { BOOL: EXISTS } } },
      },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { [timerAttribute]: { BOOL: EXISTS } } } },
      { eventName: ['INSERT'], dynamodb: { NewImage: { [ingestedAttribute]: { BOOL: [true] } } } },
    ],
    late: {
      severity: 'warn',
      impact:
        'Posts and broadcasts start and messages are sent some minutes late, when sweep-schedules finds them, and the audit log and the records of ingested events lag behind: changes wait in the stream for over a minute.',
    },
    stopped:
      'The audit log and the records of ingested events miss every change, and lose the changes that are older than 24 hours: project-changes has not read the stream for 15 minutes. Posts and broadcasts start and messages are sent some minutes late.',
  },
  uses: [
    'put-audit-entries',
    'batch-get-external-records',
    'put-external-records',
    'batch-get-contacts',
    'batch-get-conversations',
    'batch-get-broadcasts',
    'batch-get-erasures',
    'send-to-publish',
    'schedule-to-publish',
    'send-to-broadcast',
    'schedule-to-broadcast',
    'send-to-sending',
    'schedule-to-sending',
    'send-to-recompute',
    'schedule-to-recompute',
    'send-to-message',
    'schedule-to-message',
    'send-to-calendar',
    'schedule-to-calendar',
    'send-to-import',
    'schedule-to-import',
    'send-to-removal',
    'schedule-to-removal',
    'send-to-download',
    'schedule-to-download',
    'create-due-schedules',
    'delete-due-schedules',
    'send-to-quarantined-changes',
  ],
  settings: { queueDelayLimit: count },
});
