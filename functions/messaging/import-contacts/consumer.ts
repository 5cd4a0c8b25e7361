import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Processes the next lines of an import of contacts. */
export const consumer = defineConsumer({
  name: 'import-contacts',
  stack: 'scheduling',
  description: 'Processes the lines of imports of contacts',
  stalledImpact: 'Imports of contacts make no progress',
  source: {
    kind: 'queue',
    // A workspace has at most one import in progress, and its runs take turns with those of other workspaces.
    queues: [{ name: 'import', concurrency: 2 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
  },
  uses: [
    'get-contact-imports',
    'put-contact-imports',
    'update-contact-imports',
    'get-list-members',
    'put-list-members',
    'get-contacts',
    'put-contacts',
    'update-contacts',
    'get-contact-hash-keys',
    'put-contact-hash-keys',
    'get-contact-addresses',
    'batch-get-contact-addresses',
    'put-contact-addresses',
    'delete-contact-addresses',
    'get-workspaces',
    'get-calendars',
    'put-calendars',
    'get-directories',
    'put-events',
    'get-quotas',
    'update-quotas',
    'read-imports',
    'delete-imports',
  ],
  // A run lasts 20 seconds. The rest is for one line whose requests are slow.
  timeoutSeconds: 60,
});
