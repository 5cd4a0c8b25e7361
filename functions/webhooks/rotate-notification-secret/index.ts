import { randomBytes } from 'node:crypto';
import { secretPostEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/runtime/kms-secret-box.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = secretPostEntry(operation, createSecrets, ({ core, notificationKey, clock }) =>
  createHandler({
    notificationTargets: createDynamoNotificationTargets(core),
    secrets: createSecrets(notificationKey, clock),
    randomBytes,
  }),
);
