import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { endpointSchema } from '#shared/webhooks/http/endpoint-view.ts';
import { rotationBody, signingSecret } from '#shared/webhooks/http/secret-rotation.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'rotate-secret',
  summary: 'Rotate the signing secret',
  description:
    'By default, the old secret stays valid for 24 hours, and each delivery has two signatures, one for ' +
    'each secret. Another rotation in this time returns `rotation_in_progress`, unless `immediate` is true. ' +
    'With `immediate: true`, all earlier secrets are revoked immediately. Notification targets with the condition ' +
    '`rotation_ending` are notified four hours before the old secret expires. If the endpoint has asymmetric signatures, ' +
    'the key pair is rotated together with the secret.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/rotate-secret' }],
  access: WEBHOOK_ACCESS,
  precondition: 'optional',
  uses: [
    'get-endpoints',
    'put-endpoints',
    'update-targets',
    'query-deliveries',
    'put-rotation-notices',
    'seal-signing-secret',
    'seal-replay',
    'open-replay',
  ],
  checksKeyOnWrite: true,
  body: rotationBody('deliveries'),
  optionalBody: true,
  // The secret is the last field: a replay adds the decrypted secret after the stored fields and must return the same
  // bytes.
  revisioned: true,
  responses: { 200: v.object({ data: endpointSchema, secret: signingSecret }) },
  errors: [...ENDPOINT_ERRORS, 'concurrent_update', 'rotation_in_progress'],
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
