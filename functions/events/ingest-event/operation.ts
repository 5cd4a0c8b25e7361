import * as v from 'valibot';
import { CHANNELS, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { hasCleanCharacters } from '#shared/platform/core/event-text.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { described } from '#shared/platform/http/described.ts';
import { count, uuid } from '#shared/platform/http/view-field.ts';

const MAX_DEDUPE_KEY = 255;

/** Publishing events are made by the platform alone (R20). */
const INGESTIBLE = EVENT_CATALOGUE.filter(({ product }) => product === 'salesbot').map(({ name }) => name);

export const operation = defineOperation({
  name: 'ingest-event',
  product: 'salesbot',
  summary: 'Record a messaging event and deliver it to every subscribed endpoint',
  description:
    'The answer is 202 once the event is stored with its matches: from there on it is delivered or its ' +
    'deliveries say why not. `data` is checked by the schema of the event; long texts and lists are cut, ' +
    'not refused. A `dedupe_key` used within 24 hours names the earlier event: its id is answered and the ' +
    'new data is not recorded.',
  routes: [{ method: 'POST', path: '/api/v1/salesbot/events' }],
  access: {
    kind: 'key',
    credential: 'workspace-key',
    rule: 'all-of',
    permissions: ['salesbot:events:write'],
  },
  uses: ['read-core', 'write-core'],
  body: jsonObject({
    event: v.pipe(v.string(), v.metadata({ enum: INGESTIBLE }), v.description('Name of the event')),
    occurred_at: v.optional(described(instantField, 'When it happened; now unless said')),
    channel: v.optional(
      v.pipe(
        v.string(),
        v.metadata({ enum: CHANNELS }),
        v.description(
          'The channel it happened on, where `data` does not tell; subscriptions can be limited to one',
        ),
      ),
    ),
    // The schema of `data` belongs to the event and is applied once the event is known.
    data: v.pipe(anyObject, v.description('By the schema of the event: see `listAvailableEvents`')),
    dedupe_key: v.optional(
      v.pipe(
        v.string(),
        v.nonEmpty('too_short: Use at least 1 character.'),
        v.check(hasCleanCharacters, 'invalid_characters: Leave out control characters and lone surrogates.'),
        v.maxCodePoints(MAX_DEDUPE_KEY, `too_long: Use at most ${MAX_DEDUPE_KEY} characters.`),
        v.description('A text of your own that names the event: within 24 hours it is recorded once'),
      ),
    ),
  }),
  readOnlyFields: ['id', 'workspace_id', 'schema_version', 'product', 'test'],
  answers: {
    202: v.object({
      data: described(
        v.object({
          id: described(uuid, 'Id of the event: what its deliveries carry as `event_id`'),
          matched_endpoints: described(count, 'Endpoints that it goes to'),
        }),
        'The event, stored with its matches',
      ),
    }),
  },
  errors: [
    'event_unknown',
    'event_not_ingestible',
    'channel_unknown',
    'channel_not_allowed',
    'broadcast_state_invalid',
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
