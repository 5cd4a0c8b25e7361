import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { URL_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import {
  NOTIFICATION_ACCESS,
  notificationTargetParameter,
} from '#shared/webhooks/http/notification-access.ts';
import {
  NOTIFICATION_TARGET_OWNED_BY,
  NOTIFICATION_TARGET_READ_ONLY,
  notificationTargetFields,
} from '#shared/webhooks/http/notification-body.ts';
import { notificationTargetSchema } from '#shared/webhooks/http/notification-view.ts';

const { name, url, conditions, exhausted_after } = notificationTargetFields;

export const operation = defineOperation({
  name: 'update-notification-target',
  product: 'webhooks',
  summary: 'Update a notification target',
  description:
    'Omitted fields keep their values; `conditions` replaces the whole list. A change takes effect within a minute. The kind and ' +
    'the email address never change: to replace one of them, create another target and delete this one. `rotateNotificationSecret` replaces ' +
    'the signing secret.',
  routes: [{ method: 'PATCH', path: '/api/v1/notification-targets/{target}' }],
  access: NOTIFICATION_ACCESS,
  params: { target: notificationTargetParameter },
  precondition: 'optional',
  uses: [
    'get-notification-targets',
    'put-notification-targets',
    'seal-notification-secret',
    'check-addresses',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({
    name: v.optional(name),
    url: v.optional(url),
    conditions: v.optional(conditions),
    exhausted_after: v.optional(exhausted_after),
  }),
  readOnlyFields: [...NOTIFICATION_TARGET_READ_ONLY, 'kind', 'email'],
  fieldsOwnedBy: NOTIFICATION_TARGET_OWNED_BY,
  revisioned: true,
  responses: { 200: v.object({ data: notificationTargetSchema }) },
  errors: ['concurrent_update', ...URL_ERRORS],
  examples: [
    {
      summary: 'Also notify when the endpoint responds again',
      body: { conditions: ['breaker_opened', 'breaker_closed'] },
    },
  ],
});
