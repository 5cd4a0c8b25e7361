import { NUMBER_PARAMS, NUMBERS_PATH, NUMBERS_WRITE } from '#shared/messaging/http/phone-number-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'disconnect-phone-number',
  product: 'salesbot',
  summary: 'Disconnect a phone number',
  description:
    'Deletes the number from the workspace; it stays in the AWS account. Messages that wait to be sent from the number fail with the ' +
    'error code `phone_number_not_verified`.',
  routes: [{ method: 'DELETE', path: `${NUMBERS_PATH}/{number}` }],
  access: NUMBERS_WRITE,
  params: NUMBER_PARAMS,
  checksKeyOnWrite: true,
  uses: [
    'get-phone-numbers',
    'delete-phone-numbers',
    'delete-verified-numbers',
    'put-audit-entries',
    'update-quotas',
  ],
  responses: { 204: null },
  errors: ['concurrent_update'],
});
