import { receiptMessageSchema } from '#shared/messaging/domain/receipts/receipt-message.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';

/** Records the status of messages, and messages from contacts. */
export const consumer = defineConsumer({
  name: 'record-receipt',
  stack: 'scheduling',
  description: 'Records the status of messages, and messages from contacts',
  stalledImpact: 'The status of messages is outdated, and messages from contacts appear late',
  source: {
    kind: 'queue',
    queues: [{ name: 'receipt', concurrency: 5 }],
    message: receiptMessageSchema,
    // The content of a receipt is personal data; its message in the queue is identified by its ID.
    logFields: ({ reports }: { readonly reports: readonly object[] }) => ({ reports: reports.length }),
  },
  uses: [
    'get-broadcasts',
    'get-recipients',
    'update-recipients',
    'get-messages',
    'put-messages',
    'update-messages',
    'get-contacts',
    'put-contacts',
    'update-contacts',
    'check-contacts',
    'get-contact-addresses',
    'put-contact-addresses',
    'delete-contact-addresses',
    'get-contact-hash-keys',
    'put-contact-hash-keys',
    'get-quotas',
    'update-quotas',
    'get-conversations',
    'put-conversations',
    'update-conversations',
    'get-open-conversations',
    'put-open-conversations',
    'put-conversation-links',
    'get-phone-numbers',
    'get-verified-numbers',
    'update-provider-messages',
    'get-media-records',
    'put-media-records',
    'update-media-records',
    'get-directories',
    'put-events',
    // AWS writes files of WhatsApp messages with the permissions of the function, which then checks and copies them.
    'receive-files',
    'put-media',
    'keep-media',
    'delete-media',
    'write-metrics',
  ],
  // A file of 200 MB is copied within the bucket.
  timeoutSeconds: 30,
});
