import { randomBytes } from 'node:crypto';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { sealedResponses } from '#shared/platform/entry/sealed-responses.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { NONE } from '#shared/platform/runtime/provision-variables.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller, sealedResponses],
  ({ core, notificationKey, notificationSender, apiHosts, allowedHosts, clock }) =>
    createHandler({
      notificationTargets: createDynamoNotificationTargets(core),
      secrets: createSecrets(notificationKey, clock),
      guard: createAddressGuard({ allowedHosts, apiHosts }),
      sendsMail: notificationSender !== NONE,
      randomBytes,
    }),
);
