import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Downloads the file of a URL into the media library. */
export const consumer = defineConsumer({
  name: 'download-media',
  stack: 'scheduling',
  description: 'Downloads files of media libraries from URLs',
  stalledImpact: 'Files are downloaded late from their URLs',
  source: {
    kind: 'queue',
    // A download of 200 MB takes up to two minutes; most are images.
    queues: [{ name: 'download', concurrency: 4 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
    // Another message would wait for a slow server.
    batchSize: 1,
  },
  uses: [
    'get-media-records',
    'put-media-records',
    'put-media',
    'abort-uploads',
    'keep-media',
    'delete-media',
    'check-addresses',
    'api-origins',
  ],
  // A download takes at most 120 s, the copy of its file at most 20 s; the rest is for the last part and the records.
  timeoutSeconds: 180,
});
