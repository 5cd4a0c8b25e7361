import * as v from 'valibot';
import { priceListSchema } from '#shared/broadcasts/domain/price-list.ts';
import { senderSettings } from '#shared/messaging/domain/sender-settings.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

const perSecond = v.pipe(v.string(), v.transform(Number), v.number(), v.gtValue(0));

/** Sends broadcasts to their recipients, a run of 40 seconds at a time. */
export const consumer = defineConsumer({
  name: 'send-broadcast-messages',
  stack: 'scheduling',
  description: 'Sends broadcasts to their recipients',
  stalledImpact: 'Broadcasts that the platform sends make no progress',
  source: {
    kind: 'queue',
    // Broadcasts that are sent at the same time. Each run lasts 40 seconds, then another broadcast has its turn.
    queues: [{ name: 'sending', concurrency: 4 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
    // Each message is a run of 40 seconds, and its requests should not compete with those of another broadcast.
    batchSize: 1,
  },
  uses: [
    'get-broadcasts',
    'update-broadcasts',
    'get-recipients',
    'batch-get-recipients',
    'put-recipients',
    'update-recipients',
    'query-listed-recipients',
    'get-send-rates',
    'put-send-rates',
    'get-contact-imports',
    'query-list-members',
    'get-contacts',
    'get-contact-addresses',
    'get-contact-hash-keys',
    'batch-get-contacts',
    'query-listed-contacts',
    'check-contacts',
    // A rejection by AWS can say that the contact has opted out.
    'update-contacts',
    'get-phone-numbers',
    'query-phone-numbers',
    'get-media-records',
    'update-provider-messages',
    'get-workspaces',
    'get-directories',
    'put-events',
    'send-messages',
    'send-to-receipt',
    // AWS reads files of WhatsApp messages with the permissions of the function.
    'read-media',
    'write-metrics',
  ],
  settings: {
    ...senderSettings,
    // Empty in a stage without prices, where every message counts as 0 dollars.
    messagePrices: v.optional(priceListSchema, ''),
    smsPerSecond: perSecond,
    whatsappPerSecond: perSecond,
  },
  // A run lasts 40 seconds. The rest is for requests to a slow provider.
  timeoutSeconds: 60,
});
