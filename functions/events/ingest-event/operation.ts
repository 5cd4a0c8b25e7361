import * as v from 'valibot';
import { CHANNELS, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { isRequestedText } from '#shared/platform/core/text.ts';
import { observedTimeField } from '#shared/platform/http/instant-field.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { count, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const MAX_DEDUPE_KEY = 255;

/** Only the platform emits publishing events (docs/specification/events.md#ingesting-events). */
const INGESTIBLE = EVENT_CATALOGUE.filter(({ product }) => product === 'salesbot').map(({ name }) => name);

export const operation = defineOperation({
  name: 'ingest-event',
  product: 'salesbot',
  summary: 'Ingest a messaging event',
  description:
    'Stores the event and delivers it to every enabled endpoint with a matching subscription. The response ' +
    'is 202 once the event is stored; `listDeliveries` shows the result of each delivery. `data` is ' +
    'validated against the JSON Schema of the event. Strings and arrays that are too long are truncated, ' +
    'not rejected. If a `dedupe_key` was already used within 24 hours, the response contains the ID of the ' +
    'earlier event and the new data is not stored.',
  routes: [{ method: 'POST', path: '/api/v1/salesbot/events' }],
  access: keyWith('salesbot:events:write'),
  rateClass: 'ingest',
  uses: [
    'get-broadcasts',
    'get-contacts',
    'get-conversations',
    'get-messages',
    'get-directories',
    'put-events',
    'put-dedupe-keys',
  ],
  body: jsonObject({
    event: v.pipe(v.string(), v.metadata({ enum: INGESTIBLE }), v.description('Name of the event')),
    occurred_at: v.optional(
      withDescription(
        observedTimeField,
        'When the event happened; the current time by default. From the year 2000 to 24 hours in the future',
      ),
    ),
    channel: v.nullish(
      v.pipe(
        v.string(),
        v.metadata({ enum: CHANNELS }),
        v.description(
          'The channel that the event happened on, if `data` does not contain it; null is the same as no ' +
            'channel. Subscriptions can be limited to one channel. `all` is accepted only for events that happen on no channel',
        ),
      ),
    ),
    // Each event has its own schema of `data`. The handler applies it once the event is known.
    data: v.pipe(
      anyObject,
      v.description('Data of the event; its JSON Schema is in the response of `listAvailableEvents`'),
    ),
    dedupe_key: v.optional(
      v.pipe(
        v.string(),
        v.nonEmpty(issue('too_short', 'Use at least 1 character.')),
        v.check(
          isRequestedText,
          issue('invalid_characters', 'Remove control characters and unpaired surrogates.'),
        ),
        v.maxCodePoints(MAX_DEDUPE_KEY, issue('too_long', `Use at most ${MAX_DEDUPE_KEY} characters.`)),
        v.description(
          'Your own unique string for the event. Within 24 hours, an event with the same key is stored only ' +
            'once',
        ),
      ),
    ),
  }),
  readOnlyFields: ['id', 'workspace_id', 'schema_version', 'product', 'test'],
  responses: {
    202: v.object({
      data: withDescription(
        v.object({
          id: withDescription(uuid, 'ID of the event; its deliveries have this value as `event_id`'),
          matched_endpoints: withDescription(
            count,
            'Number of endpoints that the event is delivered to: those with a matching subscription',
          ),
        }),
        'The stored event',
      ),
    }),
  },
  errors: [
    'event_unknown',
    'event_not_ingestible',
    'channel_unknown',
    'channel_not_allowed',
    'channel_status_unsupported',
    'out_of_range',
    'broadcast_state_invalid',
    'record_managed_here',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'An order was paid',
      body: {
        event: 'salesbot.store.order_paid',
        data: {
          contact: { id: '7d7b3a52-6f0c-4a53-9f5e-0a8f6f1b2c3d', name: 'Ada Lovelace' },
          order: {
            id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10',
            number: '1001',
            total: '59.90',
            currency: 'EUR',
          },
        },
        dedupe_key: 'order-1001-paid',
      },
    },
  ],
});
