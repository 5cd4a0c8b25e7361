import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { URL_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { NOTIFICATION_ACCESS } from '#shared/webhooks/http/notification-access.ts';
import {
  NOTIFICATION_TARGET_OWNED_BY,
  NOTIFICATION_TARGET_READ_ONLY,
  notificationTargetFields,
} from '#shared/webhooks/http/notification-body.ts';
import { notificationSecret, notificationTargetSchema } from '#shared/webhooks/http/notification-view.ts';

const { name, kind, url, email, conditions, exhausted_after } = notificationTargetFields;

export const operation = defineOperation({
  name: 'create-notification-target',
  product: 'webhooks',
  summary: 'Create a notification target',
  description:
    'A target is notified about problems of the webhook endpoints of the workspace, at most once per endpoint, condition and hour. ' +
    'Requests to an `https` target are signed like deliveries, with a secret that is returned only in this response. A new target is ' +
    'notified after at most a minute. An `email` target receives a mail with a link, by which the owner of the address must confirm it first. A workspace ' +
    'can have at most 5 targets.',
  routes: [{ method: 'POST', path: '/api/v1/notification-targets' }],
  access: NOTIFICATION_ACCESS,
  uses: [
    'put-notification-targets',
    'put-notification-requests',
    'update-confirmation-limits',
    'update-quotas',
    'seal-notification-secret',
    'seal-replay',
    'open-replay',
    'check-addresses',
    'check-mail-sender',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({
    name,
    kind,
    url: v.optional(url),
    email: v.optional(email),
    conditions,
    exhausted_after: v.optional(exhausted_after),
  }),
  readOnlyFields: NOTIFICATION_TARGET_READ_ONLY,
  fieldsOwnedBy: NOTIFICATION_TARGET_OWNED_BY,
  revisioned: true,
  responses: {
    // The secret is the last field: a repeated request adds the decrypted secret after the stored fields, and must return the
    // same bytes.
    201: v.object({ data: notificationTargetSchema, secret: notificationSecret }),
  },
  errors: [
    ...URL_ERRORS,
    'quota_exceeded',
    'mail_sender_missing',
    'confirmation_limit_reached',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'A signed receiver',
      body: {
        name: 'On call',
        kind: 'https',
        url: 'https://hooks.example.com/notifications',
        conditions: ['first_final_failure', 'breaker_opened', 'breaker_closed'],
      },
    },
    {
      summary: 'A Slack channel',
      body: {
        name: 'Channel #webhooks',
        kind: 'slack',
        url: 'https://hooks.example.com/services/T000/B000/XXXX',
        conditions: ['attempts_exhausted'],
        exhausted_after: 25,
      },
    },
    {
      summary: 'An email address',
      body: { name: 'Ada', kind: 'email', email: 'ada@example.com', conditions: ['breaker_opened'] },
    },
  ],
});
