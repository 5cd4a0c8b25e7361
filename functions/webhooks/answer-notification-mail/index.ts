import { capabilities, errorPage, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { mailErrorPage } from '#shared/webhooks/render/mail-page.ts';
import { createDynamoNotificationTargets } from '#shared/webhooks/store/dynamo-notification-targets.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [capabilities, errorPage(() => mailErrorPage)], ({ core }) =>
  createHandler({ notificationTargets: createDynamoNotificationTargets(core) }),
);
