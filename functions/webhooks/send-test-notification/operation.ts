import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  NOTIFICATION_ACCESS,
  notificationTargetParameter,
} from '#shared/webhooks/http/notification-access.ts';
import { notificationSchema } from '#shared/webhooks/http/notification-view.ts';

export const operation = defineOperation({
  name: 'send-test-notification',
  product: 'webhooks',
  summary: 'Send a test notification',
  description:
    'Sends a notification with `test: true` to the target. It is retried like any other notification; `listNotifications` shows ' +
    'the result within seconds.',
  routes: [{ method: 'POST', path: '/api/v1/notification-targets/{target}/test' }],
  access: NOTIFICATION_ACCESS,
  params: { target: notificationTargetParameter },
  uses: ['get-notification-targets', 'check-notification-targets', 'put-notification-requests'],
  checksKeyOnWrite: true,
  responses: { 202: v.object({ data: notificationSchema }) },
  errors: ['confirmation_required', 'concurrent_update'],
});
