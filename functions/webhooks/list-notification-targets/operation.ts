import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { NOTIFICATION_ACCESS } from '#shared/webhooks/http/notification-access.ts';
import { notificationTargetSchema } from '#shared/webhooks/http/notification-view.ts';

export const operation = defineOperation({
  name: 'list-notification-targets',
  product: 'webhooks',
  summary: 'List notification targets',
  description: 'Returns the notification targets of the workspace, newest first; there are at most 5.',
  routes: [{ method: 'GET', path: '/api/v1/notification-targets' }],
  access: NOTIFICATION_ACCESS,
  uses: ['query-notification-targets'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(notificationTargetSchema) },
});
