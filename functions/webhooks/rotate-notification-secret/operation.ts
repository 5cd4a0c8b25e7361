import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  NOTIFICATION_ACCESS,
  notificationTargetParameter,
} from '#shared/webhooks/http/notification-access.ts';
import { notificationTargetSchema } from '#shared/webhooks/http/notification-view.ts';
import { rotationBody, signingSecret } from '#shared/webhooks/http/secret-rotation.ts';

export const operation = defineOperation({
  name: 'rotate-notification-secret',
  product: 'webhooks',
  summary: 'Rotate the secret of a notification target',
  description:
    'By default, the old secret stays valid for 24 hours, and each notification has two signatures, one for each secret. Another ' +
    'rotation in this time returns `rotation_in_progress`, unless `immediate` is true. With `immediate: true`, all earlier secrets are ' +
    'revoked immediately. Only `https` targets have a secret.',
  routes: [{ method: 'POST', path: '/api/v1/notification-targets/{target}/rotate-secret' }],
  access: NOTIFICATION_ACCESS,
  params: { target: notificationTargetParameter },
  precondition: 'optional',
  uses: [
    'get-notification-targets',
    'put-notification-targets',
    'seal-notification-secret',
    'seal-replay',
    'open-replay',
  ],
  checksKeyOnWrite: true,
  body: rotationBody('notifications'),
  optionalBody: true,
  // The secret is the last field: a replay adds the decrypted secret after the stored fields and must return the same
  // bytes.
  revisioned: true,
  responses: { 200: v.object({ data: notificationTargetSchema, secret: signingSecret }) },
  errors: ['concurrent_update', 'notification_target_unsigned', 'rotation_in_progress'],
  examples: [
    {
      summary: 'Rotate; the old secret stays valid for 24 hours',
      body: { immediate: false },
    },
    {
      summary: 'Revoke a leaked secret',
      body: { immediate: true },
    },
  ],
});
