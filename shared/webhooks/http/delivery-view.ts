import * as v from 'valibot';
import { count, created, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';
import { ATTEMPT_OUTCOMES } from '#shared/webhooks/domain/attempt-outcome.ts';
import { type Delivery, DELIVERY_STATES, shownState } from '#shared/webhooks/domain/delivery.ts';
import { explainDelivery } from '#shared/webhooks/domain/explain-delivery.ts';
import { DELIVERY_REASONS } from '#shared/webhooks/domain/delivery-reason.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { orderParameter, pageParameters } from '#shared/platform/http/list-query.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { described } from '#shared/platform/http/described.ts';

/** Query of the delivery lists (R25); what cannot match anything is refused, not answered with an empty list. */
export const deliveryQuery = v.pipe(
  v.strictObject({
    ...pageParameters,
    state: v.optional(described(v.picklist(DELIVERY_STATES), 'Only deliveries that are in this state now')),
    event: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (name) => findEvent(name) !== undefined,
          'event_unknown: Use the name of an event of the catalogue.',
        ),
        v.metadata({ enum: EVENT_CATALOGUE.map(({ name }) => name) }),
        v.description('Only deliveries of this event'),
      ),
    ),
    since: v.optional(described(instantField, 'Only deliveries created at this instant or later')),
    until: v.optional(described(instantField, 'Only deliveries created at this instant or earlier')),
    order: orderParameter,
  }),
  v.forward(
    v.partialCheck(
      [['since'], ['until']],
      ({ since, until }) => since === undefined || until === undefined || since <= until,
      'out_of_range: Use an end that is not before the beginning.',
    ),
    ['until'],
  ),
);

/** A delivery as shown in lists (G111). */
export const deliverySchema = described(
  named(
    'Delivery',
    v.object({
      id: described(uuid, 'What `X-Webhook-Delivery` says at every attempt; a resend has another one'),
      endpoint_id: described(uuid, 'The endpoint it goes to'),
      event_id: described(uuid, 'The event it carries: `id` of the payload, and `webhook-id`'),
      event: described(v.string(), 'Name of the event: see `listAvailableEvents`'),
      product: described(v.picklist(PRODUCTS), 'The product that the event is of'),
      channel: described(v.nullable(v.picklist(CHANNELS)), 'The channel it happened on; null if it has none'),
      test: described(v.boolean(), 'Whether somebody sent it as a test, or resent a test'),
      state: described(
        v.picklist(DELIVERY_STATES),
        '`queued`, `retrying` and `held` are open: something may still be sent. `succeeded`, `failed` and ' +
          '`cancelled` are final',
      ),
      reason: described(
        v.nullable(v.picklist(DELIVERY_REASONS)),
        'Why it is in that state: see the [table of reasons](/docs/webhooks#reasons). Null once it succeeded, and ' +
          'while it is queued without anything in its way',
      ),
      resend_of: described(
        v.nullable(uuid),
        'The first delivery of its chain of resends; null if it is that itself',
      ),
      resend_count: described(count, 'How often it was resent; counted on the first delivery of a chain'),
      created_at: created,
      next_attempt_at: described(
        v.nullable(timestamp),
        'When the next attempt is due, which follows within a minute or so; with the `reason` `endpoint_unresponsive` at the ' +
          'latest then. Null unless one is planned',
      ),
      finished_at: described(v.nullable(timestamp), 'When it became final; null while it is open'),
      payload_expires_at: described(
        timestamp,
        'Until when the payload is stored: about 7 days. No resend after that',
      ),
      attempts: described(
        v.array(
          v.object({
            number: described(count, '1 for the first, 6 for the last'),
            started_at: described(timestamp, 'When the request was begun'),
            status_code: described(v.nullable(count), 'HTTP status of the answer; null if there was none'),
            duration_ms: described(count, 'Milliseconds until the answer, or until it was given up'),
            outcome: described(
              v.picklist(ATTEMPT_OUTCOMES),
              'How it ended; `cancelled` was broken off by the platform and says nothing about the receiver',
            ),
            error: described(v.nullable(v.string()), 'What went wrong, for people; null after a success'),
            response_text: v.optional(
              described(
                v.nullable(v.string()),
                'The first 512 bytes of an answer other than 2xx; null if it had none. Only while the payload is stored',
              ),
            ),
          }),
        ),
        'Requests made so far, the first one first; at most 6',
      ),
    }),
  ),
  'One event on its way to one endpoint, with every attempt',
);

/** One delivery with its payload, while that is stored; it can hold personal data (G111). */
export const deliveryWithPayloadSchema = described(
  named(
    'DeliveryWithPayload',
    v.object({
      ...deliverySchema.entries,
      explanation: described(
        v.object({
          why: described(v.string(), 'Why the delivery stands as it does: `reason` in words'),
          next: described(v.string(), 'What happens next, and when'),
        }),
        'For people; the words may change',
      ),
      payload: described(
        v.nullable(v.record(v.string(), v.unknown())),
        'The body that is sent; null once it is no longer stored. Can hold personal data',
      ),
    }),
  ),
  'A delivery with its payload and an explanation',
);

/** The representation of a delivery beside the endpoint as it is now: an edit cancels what was queued before it (G97). */
export function deliveryView(
  delivery: Delivery,
  endpoint: Pick<Endpoint, 'settingsVersion' | 'enabled'>,
): v.InferInput<typeof deliverySchema> {
  const shown = shownState(delivery, endpoint);
  const waits = shown.state === 'retrying' || shown.state === 'queued';
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event: delivery.event,
    product: delivery.product,
    channel: delivery.channel,
    test: delivery.test,
    ...shown,
    resend_of: delivery.resendOf,
    resend_count: delivery.resendCount,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: waits ? (delivery.nextAttemptAt?.toISOString() ?? null) : null,
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    payload_expires_at: delivery.payloadExpiresAt.toISOString(),
    attempts: delivery.attempts.map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAt.toISOString(),
      status_code: attempt.statusCode,
      duration_ms: attempt.durationMs,
      outcome: attempt.outcome,
      error: attempt.error,
    })),
  };
}

/** The same with the payload and the receivers' answers, both only while the payload is readable (R19, G122). */
export function deliveryWithPayload(
  delivery: Delivery,
  endpoint: Pick<Endpoint, 'settingsVersion' | 'enabled'>,
  payload: Record<string, unknown> | null,
): v.InferInput<typeof deliveryWithPayloadSchema> {
  const shown = deliveryView(delivery, endpoint);
  const view = { ...shown, explanation: explainDelivery(shown, delivery) };
  if (payload === null) return { ...view, payload };
  const attempts = view.attempts.map((attempt, index) => ({
    ...attempt,
    response_text: delivery.attempts[index]?.responseText ?? null,
  }));
  return { ...view, attempts, payload };
}
