import { NUMBERS_PATH, NUMBERS_WRITE } from '#shared/messaging/http/phone-number-access.ts';
import { connectNumberBody } from '#shared/messaging/http/phone-number-body.ts';
import { phoneNumberResponseSchema } from '#shared/messaging/http/phone-number-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'connect-phone-number',
  product: 'salesbot',
  summary: 'Connect a phone number',
  description:
    'Connects a number from which the workspace sends messages. It neither sends nor receives before `verifyPhoneNumber` has verified ' +
    'it. A number of the sandbox reaches nobody.',
  routes: [{ method: 'POST', path: NUMBERS_PATH }],
  access: NUMBERS_WRITE,
  checksKeyOnWrite: true,
  uses: ['put-phone-numbers', 'update-quotas'],
  body: connectNumberBody,
  readOnlyFields: ['id', 'business_account_id', 'state', 'reason', 'verified_at', 'created_at', 'updated_at'],
  responses: { 201: phoneNumberResponseSchema },
  errors: ['phone_number_exists', 'concurrent_update', 'quota_exceeded'],
  examples: [
    {
      summary: 'A number for text messages',
      body: {
        platform: 'sms',
        phone: '+12025550100',
        origination_id: 'phone-0123456789abcdef0123456789abcdef',
      },
    },
    { summary: 'A number of the sandbox', body: { platform: 'sandbox', phone: '+12025550100' } },
  ],
});
