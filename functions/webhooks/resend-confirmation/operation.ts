import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  NOTIFICATION_ACCESS,
  notificationTargetParameter,
} from '#shared/webhooks/http/notification-access.ts';
import { notificationTargetSchema } from '#shared/webhooks/http/notification-view.ts';

export const operation = defineOperation({
  name: 'resend-confirmation',
  product: 'webhooks',
  summary: 'Resend the confirmation mail of a target',
  description:
    'Sends another mail with a link to confirm the address, also to an address that has unsubscribed. Earlier links to confirm do not work ' +
    'any more. At most one such mail an hour is sent to an address, and a workspace can request 10 a day.',
  routes: [{ method: 'POST', path: '/api/v1/notification-targets/{target}/resend-confirmation' }],
  access: NOTIFICATION_ACCESS,
  params: { target: notificationTargetParameter },
  uses: [
    'get-notification-targets',
    'put-notification-targets',
    'put-notification-requests',
    'update-confirmation-limits',
    'seal-notification-secret',
    'check-mail-sender',
  ],
  checksKeyOnWrite: true,
  revisioned: true,
  responses: { 202: v.object({ data: notificationTargetSchema }) },
  errors: [
    'confirmation_not_required',
    'mail_sender_missing',
    'confirmation_limit_reached',
    'concurrent_update',
  ],
});
