import { defineConsumer } from '#shared/platform/queues/consumer.ts';
import { count, optionalText } from '#shared/platform/runtime/env.ts';
import {
  type NotificationMessage,
  notificationMessageSchema,
} from '#shared/webhooks/domain/notification-message.ts';
import { retryDelays } from '#shared/webhooks/domain/retry-delays.ts';

/** Records what was observed, and sends it to the notification targets of the workspace. */
export const consumer = defineConsumer({
  name: 'send-notification',
  stack: 'delivery',
  description: 'Sends notifications about webhook endpoints',
  stalledImpact: 'Users are not notified about failing webhook endpoints',
  unopenedImpact: 'Notifications about webhook endpoints are not sent',
  source: {
    kind: 'queue',
    // A target receives at most a few notifications an hour.
    queues: [{ name: 'notification', concurrency: 2 }],
    message: notificationMessageSchema,
    logFields: ({ workspaceId, observed }: NotificationMessage) => ({ workspace_id: workspaceId, observed }),
  },
  uses: [
    'get-notification-targets',
    'query-notification-targets',
    'get-endpoints',
    'put-notifications',
    'update-notifications',
    'get-notification-limits',
    'update-notification-limits',
    'send-to-notification',
    'open-notification-secret',
    'check-addresses',
    'api-origins',
    'send-mail',
  ],
  settings: { retryDelays, queueDelayLimit: count, notificationConfigurationSet: optionalText },
  // 8 s for the request, the rest for reads and writes.
  timeoutSeconds: 15,
});
