import { NUMBER_PARAMS, NUMBERS_PATH, NUMBERS_WRITE } from '#shared/messaging/http/phone-number-access.ts';
import { phoneNumberResponseSchema } from '#shared/messaging/http/phone-number-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'verify-phone-number',
  product: 'salesbot',
  summary: 'Verify a phone number',
  description:
    'Compares the number with AWS: the number must be active, and its tag `workspace` must be the ID of this workspace. The response ' +
    'has the state `verified`, or `rejected` with the reason. A number can be verified again at any time; a verified number that AWS ' +
    'no longer confirms becomes `rejected` and can be verified by another workspace. A number of the sandbox is always verified.',
  routes: [{ method: 'POST', path: `${NUMBERS_PATH}/{number}/verify` }],
  access: NUMBERS_WRITE,
  params: NUMBER_PARAMS,
  checksKeyOnWrite: true,
  uses: [
    'get-phone-numbers',
    'put-phone-numbers',
    'put-verified-numbers',
    'delete-verified-numbers',
    'describe-numbers',
  ],
  ...EMPTY_BODY,
  responses: { 200: phoneNumberResponseSchema },
  errors: ['channel_not_available', 'phone_number_taken', 'concurrent_update'],
});
