import { senderSettings } from '#shared/messaging/domain/sender-settings.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { count } from '#shared/platform/runtime/env.ts';

/** Sends each queued message once, and ends leases without a result. */
export const consumer = defineConsumer({
  name: 'deliver-message',
  stack: 'scheduling',
  description: 'Sends messages to contacts',
  stalledImpact: 'Messages to contacts are sent late',
  source: {
    kind: 'queue',
    // Each invocation sends ten messages at a time. A WhatsApp number sends 80 a second, a number for text messages a few.
    queues: [{ name: 'message', concurrency: 10 }],
    message: scheduledJobSchema,
    logFields: logFieldsDue,
  },
  uses: [
    'get-messages',
    'update-messages',
    // The function deletes a queued message that no engine has claimed for a week.
    'delete-queued-messages',
    'get-contacts',
    'get-contact-addresses',
    'get-contact-hash-keys',
    'check-contacts',
    // A rejection by AWS can say that the contact has opted out.
    'update-contacts',
    'get-conversations',
    'get-phone-numbers',
    'get-media-records',
    'update-provider-messages',
    'get-directories',
    'put-events',
    'send-messages',
    'send-to-message',
    'send-to-receipt',
    // AWS reads files of WhatsApp messages with the permissions of the function.
    'read-media',
    'write-metrics',
  ],
  settings: { ...senderSettings, queueDelayLimit: count },
  // An upload and a send take at most 10 s each. The lease of a message ends after 60 s.
  timeoutSeconds: 30,
  // A job that arrives early returns to the function's own queue.
  recursiveLoop: true,
});
