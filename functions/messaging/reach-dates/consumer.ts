import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Announces the dates of contacts at the beginning of each day of a workspace. */
export const consumer = defineConsumer({
  name: 'reach-dates',
  stack: 'scheduling',
  description: 'Announces the dates of contacts, such as birthdays',
  stalledImpact: 'Dates of contacts are announced late',
  source: {
    kind: 'queue',
    // A workspace whose contacts have dates sends two messages a day.
    queues: [{ name: 'calendar', concurrency: 2 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
  },
  uses: [
    'query-dated-contacts',
    'get-contacts',
    'update-contacts',
    'get-calendars',
    'put-calendars',
    'get-workspaces',
    'get-directories',
    'put-events',
  ],
  timeoutSeconds: 30,
});
