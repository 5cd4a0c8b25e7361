import * as v from 'valibot';
import * as eventsErrors from '#shared/events/errors.ts';
import { RECORD_SCHEMAS } from '#shared/events/http/record-view.ts';
import { ENGINE_PLATFORMS } from '#shared/messaging/domain/message-platform.ts';
import { CONVERSATIONS_READ } from '#shared/messaging/http/conversation-access.ts';
import { MESSAGES_PATH } from '#shared/messaging/http/message-access.ts';
import { messageSchema } from '#shared/messaging/http/message-view.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const CHANNEL_NEEDED = `Send channel with one of ${ENGINE_PLATFORMS.join(', ')}.`;
const ONLY_EXTERNAL = 'The list of queued messages has no such parameter. Remove it.';

export const operation = defineOperation({
  name: 'list-messages',
  product: 'salesbot',
  summary: 'List messages',
  description:
    'With `state=queued` and a `channel`, returns the messages that wait until your messaging system sends them, oldest first: claim each ' +
    'with `claimMessage` before you send it. Without `state`, returns the messages of other systems that ingested events have named, in the ' +
    'order of the first event about each. `listConversationMessages` returns the messages of a conversation of this platform.',
  routes: [{ method: 'GET', path: MESSAGES_PATH }],
  access: CONVERSATIONS_READ,
  uses: [
    'query-queued-messages',
    'batch-get-messages',
    'query-listed-external-records',
    'batch-get-external-records',
  ],
  query: v.pipe(
    strictFields({
      ...pageParameters,
      source: v.optional(
        withDescription(
          v.picklist(['external']),
          'Messages that another system manages; the default without `state`',
        ),
      ),
      state: v.optional(
        withDescription(v.picklist(['queued']), 'Messages that wait until your messaging system sends them'),
      ),
      channel: v.optional(
        withDescription(
          v.pipe(
            v.string(),
            v.picklist(ENGINE_PLATFORMS, issue(eventsErrors.channel_unknown, CHANNEL_NEEDED)),
          ),
          'The channel of queued messages; required with `state`',
        ),
      ),
      order: v.optional(
        withDescription(
          v.picklist(['asc', 'desc']),
          'Order of messages of other systems: `asc` returns the oldest items first, `desc`, the default, the newest',
        ),
      ),
    }),
    v.forward(
      v.check(
        ({ state, channel }) => state === undefined || channel !== undefined,
        issue('required', CHANNEL_NEEDED),
      ),
      ['channel'],
    ),
    v.forward(
      v.check(
        ({ state, channel }) => channel === undefined || state !== undefined,
        issue('required', 'Send state=queued together with channel.'),
      ),
      ['state'],
    ),
    v.forward(
      v.check(
        ({ state, source }) => state === undefined || source === undefined,
        issue('unknown_parameter', ONLY_EXTERNAL),
      ),
      ['source'],
    ),
    v.forward(
      v.check(
        ({ state, order }) => state === undefined || order === undefined,
        issue('unknown_parameter', ONLY_EXTERNAL),
      ),
      ['order'],
    ),
  ),
  responses: { 200: pageOf(v.variant('source', [messageSchema, RECORD_SCHEMAS.message])) },
  exampleQueries: [
    { state: 'queued', channel: 'facebook' },
    { source: 'external', order: 'asc' },
  ],
});
