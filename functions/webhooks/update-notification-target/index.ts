import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createSecrets } from '#shared/platform/entry/secrets.ts';
import { createAddressGuard } from '#shared/platform/network/address-guard.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(
  operation,
  [caller],
  ({ core, notificationKey, apiHosts, allowedHosts, clock }) =>
    createHandler({
      notificationTargets: createDynamoNotificationTargets(core),
      secrets: createSecrets(notificationKey, clock),
      guard: createAddressGuard({ allowedHosts, apiHosts }),
    }),
);
