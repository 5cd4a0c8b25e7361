import { visitSchema } from '#shared/biolinks/domain/visit.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Counts the visits of a minute with one write for each page. */
export const consumer = defineConsumer({
  name: 'count-visits',
  stack: 'visits',
  description: 'Counts visits of pages',
  stalledImpact: 'Visits appear late in the analytics of pages',
  source: {
    kind: 'queue',
    // An invocation counts thousands of visits, and fewer invocations make larger batches.
    queues: [{ name: 'visit', concurrency: 2 }],
    message: visitSchema,
    // The maximum of Lambda; a batch is also limited to 6 MB, which is about 6,000 visits.
    batchSize: 10_000,
    batchingWindowSeconds: 60,
    together: true,
  },
  uses: ['check-pages', 'get-page-days', 'query-page-days', 'put-page-days'],
  timeoutSeconds: 30,
});
