import { NUMBERS_PATH, NUMBERS_READ } from '#shared/messaging/http/phone-number-access.ts';
import { phoneNumberSchema } from '#shared/messaging/http/phone-number-view.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'list-phone-numbers',
  product: 'salesbot',
  summary: 'List phone numbers',
  description: 'Returns the phone numbers of the workspace, newest first; there are at most 50.',
  routes: [{ method: 'GET', path: NUMBERS_PATH }],
  access: NUMBERS_READ,
  uses: ['query-phone-numbers'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(phoneNumberSchema) },
});
