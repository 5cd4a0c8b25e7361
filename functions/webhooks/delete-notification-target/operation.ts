import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  NOTIFICATION_ACCESS,
  notificationTargetParameter,
} from '#shared/webhooks/http/notification-access.ts';

export const operation = defineOperation({
  name: 'delete-notification-target',
  product: 'webhooks',
  summary: 'Delete a notification target',
  description:
    'Pending notifications to the target are cancelled. The log keeps the notifications for 30 days.',
  routes: [{ method: 'DELETE', path: '/api/v1/notification-targets/{target}' }],
  access: NOTIFICATION_ACCESS,
  params: { target: notificationTargetParameter },
  precondition: 'optional',
  uses: ['get-notification-targets', 'delete-notification-targets', 'put-audit-entries', 'update-quotas'],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: ['concurrent_update'],
});
