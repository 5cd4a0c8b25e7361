import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createDynamoNotificationReader } from '#shared/webhooks/store/dynamo-notification-log.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ deliveries }) =>
  createHandler({ notifications: createDynamoNotificationReader(deliveries) }),
);
