import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoNotificationTargetReader } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({ notificationTargets: createDynamoNotificationTargetReader(core) }),
);
