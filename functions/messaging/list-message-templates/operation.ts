import * as v from 'valibot';
import { NUMBER_PARAMS, NUMBERS_PATH, NUMBERS_READ } from '#shared/messaging/http/phone-number-access.ts';
import { messageTemplateSchema } from '#shared/messaging/http/phone-number-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'list-message-templates',
  product: 'salesbot',
  summary: 'List message templates',
  description:
    'Returns the templates of the WhatsApp Business account of a verified number, as AWS has them at this moment; at most 500. A number ' +
    'of the sandbox has two examples, and a number for text messages has no templates.',
  routes: [{ method: 'GET', path: `${NUMBERS_PATH}/{number}/templates` }],
  access: NUMBERS_READ,
  params: NUMBER_PARAMS,
  uses: ['get-phone-numbers', 'list-templates'],
  responses: {
    200: v.object({ data: withDescription(v.array(messageTemplateSchema), 'All templates of the number') }),
  },
  errors: ['phone_number_not_verified', 'channel_not_available'],
});
