import { readingList } from '#shared/events/http/record-operations.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...readingList('order'),
  name: 'list-orders',
  summary: 'List orders',
});
