import { readingOne } from '#shared/events/http/record-operations.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...readingOne('conversation'),
  name: 'get-conversation',
  summary: 'Get a conversation',
});
