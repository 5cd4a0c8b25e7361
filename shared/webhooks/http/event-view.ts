import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import { productOf } from '#shared/events/catalogue/event-codes.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import type { LogEntry } from '#shared/events/recording/log-entry.ts';
import { payloadExpiry, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { count, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { deliverySchema } from './delivery-view.ts';
import { channelParameter, eventParameter, isTimeRange, timeRangeIssue } from './event-filters.ts';

/** Query of the event log (docs/specification/events.md#event-log). A filter that can never match is rejected. */
export const eventQuery = v.pipe(
  strictFields({
    ...pageParameters,
    event: eventParameter('Only events with this name'),
    product: v.optional(withDescription(v.picklist(PRODUCTS), 'Only events of this product')),
    channel: channelParameter,
    matched: v.optional(
      withDescription(
        v.picklist(['true', 'false']),
        '`false`: only events that matched no endpoint when they were recorded; `true`: only the others',
      ),
    ),
    filtered: v.optional(
      withDescription(
        v.picklist(['true', 'false']),
        '`true`: only events that the filter of at least one endpoint excluded; `false`: only events that no filter excluded',
      ),
    ),
    contact_id: v.optional(
      v.pipe(
        v.string(),
        v.uuid(issue('invalid_format', 'Use a UUID.')),
        v.toLowerCase(),
        v.description('Only events about this contact: `contact.id` in the event data'),
      ),
    ),
    since: v.optional(withDescription(instantField, 'Only events recorded at this time or later')),
    until: v.optional(withDescription(instantField, 'Only events recorded at this time or earlier')),
  }),
  v.forward(
    v.partialCheck(
      [['event'], ['product']],
      ({ event, product }) => event === undefined || product === undefined || productOf(event) === product,
      issue(
        eventsErrors.event_unknown,
        'The event does not belong to this product. Omit "product", or send another event.',
      ),
    ),
    ['event'],
  ),
  v.forward(v.partialCheck([['since'], ['until']], isTimeRange, timeRangeIssue), ['until']),
);

/** The fields of an event wherever it is shown. */
export const eventFields = {
  id: withDescription(uuid, 'ID of the event: `id` in the payload, and `event_id` of its deliveries'),
  event: withDescription(v.string(), 'Name of the event; `listAvailableEvents` returns all names'),
  product: withDescription(v.picklist(PRODUCTS), 'The product of the event'),
  channel: withDescription(
    v.nullable(v.picklist(CHANNELS)),
    'The channel that the event happened on; null if it has none',
  ),
  test: withDescription(v.boolean(), 'Whether this is a test event'),
  recorded_at: withDescription(timestamp, 'When the platform recorded the event'),
};

/** The fields of an event in the log and on its own. */
const loggedFields = {
  ...eventFields,
  matched_endpoints: withDescription(
    count,
    'Number of endpoints that the event was delivered to: those with a matching subscription when it was recorded',
  ),
  filtered_endpoints: withDescription(
    count,
    'Number of endpoints that subscribed to the event, but whose filter excluded it when it was recorded',
  ),
};

/** An event in the log. */
export const eventSchema = withDescription(
  withTitle('Event', v.object(loggedFields)),
  'An event of the workspace, whether or not an endpoint received it',
);

/** A page of the log. */
export const eventPage = v.object({
  ...pageOf(eventSchema).entries,
  searched_until: withDescription(
    v.nullable(timestamp),
    'How far this page has searched, from the newest event back: the time of the last event that was compared with the filters. ' +
      'Null if the whole range was searched',
  ),
});

/** An event shows at most this many resends of a delivery, because each costs a read. */
export const MAX_RESENDS = 10;

/** One event with its payload and its deliveries. */
export const eventWithDeliveriesSchema = withDescription(
  withTitle(
    'EventWithDeliveries',
    v.object({
      ...loggedFields,
      payload_expires_at: withDescription(timestamp, 'When the payload expires, after about 7 days'),
      payload: withDescription(
        v.nullable(v.record(v.string(), v.unknown())),
        'The request body of its deliveries; null once it has expired or was erased. It can contain personal data',
      ),
      filtered_out: withDescription(
        v.array(uuid),
        'IDs of the endpoints that subscribed to the event, but whose filter excluded it when it was recorded. Endpoints that the key ' +
          'cannot access are omitted',
      ),
      deliveries: withDescription(
        v.array(deliverySchema),
        'The delivery to each endpoint that the event matched, without resends. Deliveries to endpoints that the key cannot access ' +
          'are omitted',
      ),
      resends: withDescription(
        v.array(deliverySchema),
        `The newest ${MAX_RESENDS} resends of each of these deliveries, newest first. \`resend_count\` of a delivery counts all of its ` +
          'resends',
      ),
    }),
  ),
  'An event with its payload and its deliveries',
);

/** The representation of a log entry. */
export function eventView(entry: LogEntry): v.InferInput<typeof eventSchema> {
  return {
    id: entry.id,
    event: entry.event,
    product: productOf(entry.event),
    channel: entry.channel,
    test: entry.test,
    recorded_at: timeOfId(entry.id).toISOString(),
    matched_endpoints: entry.matches,
    filtered_endpoints: entry.filtered,
  };
}

/** The representation of an event with its deliveries. `payload` is null once it has expired or was erased. */
export function eventWithDeliveries(
  event: RecordedEvent,
  payload: Record<string, unknown> | null,
  filteredOut: readonly string[],
  deliveries: readonly v.InferInput<typeof deliverySchema>[],
  resends: readonly v.InferInput<typeof deliverySchema>[],
): v.InferInput<typeof eventWithDeliveriesSchema> {
  return {
    id: event.id,
    event: event.event,
    product: event.product,
    channel: event.channel,
    test: event.test,
    recorded_at: event.recordedAt.toISOString(),
    matched_endpoints: event.matches.length,
    filtered_endpoints: event.filteredOut.length,
    payload_expires_at: payloadExpiry(event.recordedAt).toISOString(),
    payload,
    filtered_out: [...filteredOut],
    deliveries: [...deliveries],
    resends: [...resends],
  };
}
