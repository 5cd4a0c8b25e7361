import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({ notificationTargets: createDynamoNotificationTargets(core) }),
);
