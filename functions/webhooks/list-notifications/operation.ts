import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { NOTIFICATION_ACCESS } from '#shared/webhooks/http/notification-access.ts';
import { notificationSchema } from '#shared/webhooks/http/notification-view.ts';

export const operation = defineOperation({
  name: 'list-notifications',
  product: 'webhooks',
  summary: 'List notifications',
  description:
    'Returns the notifications of the last 30 days to all targets of the workspace, newest first, with the result of their last attempt.',
  routes: [{ method: 'GET', path: '/api/v1/notifications' }],
  access: NOTIFICATION_ACCESS,
  uses: ['query-notifications'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(notificationSchema) },
});
