import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  NOTIFICATION_ACCESS,
  notificationTargetParameter,
} from '#shared/webhooks/http/notification-access.ts';
import { notificationTargetSchema } from '#shared/webhooks/http/notification-view.ts';

export const operation = defineOperation({
  name: 'get-notification-target',
  product: 'webhooks',
  summary: 'Get a notification target',
  description:
    'Returns one notification target without its signing secret, and without the URL of a `slack` target.',
  routes: [{ method: 'GET', path: '/api/v1/notification-targets/{target}' }],
  access: NOTIFICATION_ACCESS,
  params: { target: notificationTargetParameter },
  uses: ['get-notification-targets'],
  revisioned: true,
  responses: { 200: v.object({ data: notificationTargetSchema }) },
});
