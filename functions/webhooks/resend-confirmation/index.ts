import { randomBytes } from 'node:crypto';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, storedResponses],
  ({ core, notificationKey, notificationSender, clock }) =>
    createHandler({
      notificationTargets: createDynamoNotificationTargets(core),
      secrets: createSecrets(notificationKey, clock),
      sendsMail: notificationSender !== NONE,
      randomBytes,
    }),
);
