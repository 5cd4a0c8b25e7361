import * as v from 'valibot';
import { RECORD_SCHEMAS } from '#shared/events/http/record-view.ts';
import { CONVERSATION_STATUSES } from '#shared/messaging/domain/conversation.ts';
import { CONVERSATIONS_PATH, CONVERSATIONS_READ } from '#shared/messaging/http/conversation-access.ts';
import { messagePlatform } from '#shared/messaging/http/conversation-body.ts';
import { conversationSchema } from '#shared/messaging/http/conversation-view.ts';
import { idField } from '#shared/messaging/http/id-field.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { orderParameter, pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

/** Parameters that apply to conversations of this platform only. */
const FILTERS = ['status', 'platform', 'assigned_to', 'contact'] as const;

const NO_FILTERS = issue(
  'unknown_parameter',
  'The list of external conversations has no such filter. Remove it.',
);

export const operation = defineOperation({
  name: 'list-conversations',
  product: 'salesbot',
  summary: 'List conversations',
  description:
    'Returns the conversations of this platform in the order of their last change, latest first by default. Every message changes its ' +
    'conversation. With `source=external`, returns the conversations that ingested events have named, in the order of the first event ' +
    'about each; this list has no filters.',
  routes: [{ method: 'GET', path: CONVERSATIONS_PATH }],
  access: CONVERSATIONS_READ,
  uses: [
    'query-listed-conversations',
    'batch-get-conversations',
    'batch-get-messages',
    'query-listed-external-records',
    'batch-get-external-records',
  ],
  query: v.pipe(
    strictFields({
      ...pageParameters,
      source: v.optional(
        withDescription(
          v.picklist(['platform', 'external']),
          '`external` for conversations that another system manages',
        ),
        'platform',
      ),
      status: v.optional(
        withDescription(v.picklist(CONVERSATION_STATUSES), 'Only conversations with this status'),
      ),
      platform: v.optional(withDescription(messagePlatform, 'Only conversations on this platform')),
      assigned_to: v.optional(withDescription(idField, 'Only conversations of this member')),
      contact: v.optional(withDescription(idField, 'Only conversations with this contact')),
      order: orderParameter,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.source === 'platform') return;
      const { value: input } = dataset;
      for (const key of FILTERS.filter((filter) => input[filter] !== undefined))
        addIssue({
          message: NO_FILTERS,
          path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
        });
    }),
  ),
  responses: { 200: pageOf(v.variant('source', [conversationSchema, RECORD_SCHEMAS.conversation])) },
  exampleQueries: [{ status: 'open' }, { source: 'external', order: 'asc' }],
});
