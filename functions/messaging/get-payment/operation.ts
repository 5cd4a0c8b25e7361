import { readingOne } from '#shared/events/http/record-operations.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...readingOne('payment'),
  name: 'get-payment',
  summary: 'Get a payment',
});
