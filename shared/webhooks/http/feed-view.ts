import * as v from 'valibot';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageParameters } from '#shared/platform/http/list-query.ts';
import { timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { unsignedHeaders } from '#shared/webhooks/domain/delivery-headers.ts';
import { eventParameter } from './event-filters.ts';

/** The longest time that a request can wait for an event, in seconds. The function has 15 seconds. */
const MOST_SECONDS = 8;
const WAIT_RANGE = `Use a whole number from 0 to ${MOST_SECONDS}.`;

/** The cursor that starts after the newest event. */
export const LATEST = 'latest';

/** Query of the feed (docs/specification.md#event-feed). */
export const feedQuery = strictFields({
  ...pageParameters,
  cursor: v.optional(
    withDescription(
      v.string(),
      `The \`next_cursor\` of the previous response. \`${LATEST}\` starts after the newest event. Without it, the feed starts with the oldest ` +
        'event whose payload is stored. The filters can change from one request to the next',
    ),
  ),
  wait: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^-?[0-9]+$/u, issue('invalid_type', WAIT_RANGE)),
      v.transform(Number),
      v.minValue(0, issue('out_of_range', WAIT_RANGE)),
      v.maxValue(MOST_SECONDS, issue('out_of_range', WAIT_RANGE)),
      v.metadata({
        jsonSchema: {
          type: 'integer',
          minimum: 0,
          maximum: MOST_SECONDS,
          description:
            'Seconds that the request waits for an event if there is none. A key can have 5 waiting requests at a time; a further one gets 429 `rate_limited`',
        },
      }),
    ),
    '0',
  ),
  event: eventParameter('Only events with this name'),
  channel: v.optional(
    withDescription(
      v.picklist(CHANNELS.filter((channel) => channel !== 'all')),
      'Only events that happened on this channel',
    ),
  ),
});

/** An event in the feed. */
const feedEventSchema = withDescription(
  withTitle(
    'FeedEvent',
    v.object({
      id: withDescription(uuid, 'ID of the event: `id` in the body'),
      event: withDescription(v.string(), 'Name of the event; `listAvailableEvents` returns all names'),
      product: withDescription(v.picklist(PRODUCTS), 'The product of the event'),
      channel: withDescription(
        v.nullable(v.picklist(CHANNELS)),
        'The channel that the event happened on; null if it has none',
      ),
      test: withDescription(v.boolean(), 'Whether this is a test event'),
      recorded_at: withDescription(timestamp, 'When the platform recorded the event'),
      headers: withDescription(
        v.record(v.string(), v.string()),
        'The headers of a delivery of this event, without signatures and their time. `x-webhook-delivery` is derived from the event and ' +
          'the API key, so it is the same whenever this key reads the event',
      ),
      body: withDescription(
        v.string(),
        'The exact bytes that a delivery sends, as UTF-8 text. It can contain personal data',
      ),
    }),
  ),
  'An event with the headers and the body of its deliveries',
);

/** A page of the feed. */
export const feedPage = withDescription(
  withTitle(
    'FeedPage',
    v.object({
      data: withDescription(v.array(feedEventSchema), 'The events, oldest first'),
      next_cursor: withDescription(
        v.string(),
        'Send this value as `cursor` to get the next events. It is always present, also if there are no events now',
      ),
      has_more: withDescription(
        v.boolean(),
        'Whether more events may follow now. If false, wait before the next request',
      ),
    }),
  ),
  'Events of the feed, and where to continue',
);

/** The representation of an event in the feed of an API key. */
export function feedEvent(event: RecordedEvent, keyId: string): v.InferInput<typeof feedEventSchema> {
  const deliveryId = deliveryIdFor(event, keyId);
  return {
    id: event.id,
    event: event.event,
    product: event.product,
    channel: event.channel,
    test: event.test,
    recorded_at: event.recordedAt.toISOString(),
    headers: { ...unsignedHeaders({ event: event.event, deliveryId }), 'webhook-id': event.id },
    body: event.body,
  };
}
