import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({ notificationTargets: createDynamoNotificationTargets(core) }),
);
