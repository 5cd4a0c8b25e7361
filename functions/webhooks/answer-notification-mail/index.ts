import { pageEntry } from '#shared/platform/entry/public-entry.ts';
import { mailErrorPage } from '#shared/webhooks/render/mail-page.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = pageEntry(
  operation,
  ({ core }) => createHandler({ notificationTargets: createDynamoNotificationTargets(core) }),
  () => mailErrorPage,
);
