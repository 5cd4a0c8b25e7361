import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ notificationTargets: createDynamoNotificationTargets(core) }),
);
