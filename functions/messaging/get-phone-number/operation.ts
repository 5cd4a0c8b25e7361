import { NUMBER_PARAMS, NUMBERS_PATH, NUMBERS_READ } from '#shared/messaging/http/phone-number-access.ts';
import { phoneNumberResponseSchema } from '#shared/messaging/http/phone-number-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-phone-number',
  product: 'salesbot',
  summary: 'Get a phone number',
  description: 'Returns one phone number of the workspace.',
  routes: [{ method: 'GET', path: `${NUMBERS_PATH}/{number}` }],
  access: NUMBERS_READ,
  params: NUMBER_PARAMS,
  uses: ['get-phone-numbers'],
  responses: { 200: phoneNumberResponseSchema },
});
