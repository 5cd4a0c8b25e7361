import * as v from 'valibot';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageParameters, wholeNumber } from '#shared/platform/http/list-query.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { unsignedHeaders } from '#shared/webhooks/domain/delivery-headers.ts';
import { channelParameter, eventParameter } from './event-filters.ts';
import { eventFields } from './event-view.ts';

/** The longest time that a request can wait for an event, in seconds. The function has 15 seconds. */
const MAX_SECONDS = 8;

/** The cursor that starts after the newest event. */
export const LATEST = 'latest';

/** Query of the feed (docs/specification/events.md#event-feed). */
export const feedQuery = strictFields({
  ...pageParameters,
  cursor: v.optional(
    withDescription(
      v.pipe(v.string(), v.metadata({ minLength: 1 })),
      `The \`next_cursor\` of the previous response. \`${LATEST}\` starts after the newest event. Without it, the feed starts with the oldest ` +
        'event whose payload is stored. The filters can change from one request to the next',
    ),
  ),
  wait: v.optional(
    wholeNumber(
      0,
      MAX_SECONDS,
      'Seconds that the request waits for an event if there is none. 5 requests of a key and 20 of a workspace can wait at the same time; a further one is answered at once, as with 0',
    ),
    '0',
  ),
  event: eventParameter('Only events with this name'),
  channel: channelParameter,
});

/** An event in the feed. */
const feedEventSchema = withDescription(
  withTitle(
    'FeedEvent',
    v.object({
      ...eventFields,
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
