import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Deletes the salts of visitors when their day has ended everywhere. */
export const consumer = defineConsumer({
  name: 'delete-visitor-salts',
  stack: 'visits',
  description: 'Deletes the salts of the hashes of visitors when their day has ended',
  stalledImpact: 'The salts of visitors stay stored after the end of their day',
  source: { kind: 'schedule', id: 'SaltDeletion', group: 'salts' },
  uses: ['query-visitor-salts', 'delete-visitor-salts'],
});
