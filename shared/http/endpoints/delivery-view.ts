import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { EVENT_CATALOGUE, findEvent } from '#shared/domain/catalogue/event-catalogue.ts';
import { CHANNELS, PRODUCTS } from '#shared/domain/catalogue/channels.ts';
import { ATTEMPT_OUTCOMES } from '#shared/domain/delivery/attempt-outcome.ts';
import { type Delivery, DELIVERY_STATES, shownState } from '#shared/domain/delivery/delivery.ts';
import { explainDelivery } from '#shared/domain/delivery/explain-delivery.ts';
import { DELIVERY_REASONS } from '#shared/domain/delivery/delivery-reason.ts';
import { instantField } from '#shared/http/instant-field.ts';
import { orderParameter, pageParameters } from '#shared/http/list-query.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';

/** Query of the delivery lists (R25); what cannot match anything is refused, not answered with an empty list. */
export const deliveryQuery = v.pipe(
  v.strictObject({
    ...pageParameters,
    state: v.optional(v.picklist(DELIVERY_STATES)),
    event: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (name) => findEvent(name) !== undefined,
          'event_unknown: Use the name of an event of the catalogue.',
        ),
        v.metadata({ enum: EVENT_CATALOGUE.map(({ name }) => name) }),
      ),
    ),
    since: v.optional(v.pipe(instantField, v.description('From this instant on'))),
    until: v.optional(v.pipe(instantField, v.description('Up to this instant'))),
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
export const deliverySchema = named(
  'Delivery',
  v.object({
    id: uuid,
    endpoint_id: uuid,
    event_id: uuid,
    event: v.string(),
    product: v.picklist(PRODUCTS),
    channel: v.nullable(v.picklist(CHANNELS)),
    test: v.boolean(),
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.picklist(DELIVERY_REASONS)),
    resend_of: v.nullable(uuid),
    resend_count: count,
    created_at: timestamp,
    next_attempt_at: v.nullable(timestamp),
    finished_at: v.nullable(timestamp),
    payload_expires_at: timestamp,
    attempts: v.array(
      v.object({
        number: count,
        started_at: timestamp,
        status_code: v.nullable(count),
        duration_ms: count,
        outcome: v.picklist(ATTEMPT_OUTCOMES),
        error: v.nullable(v.string()),
        response_text: v.optional(v.nullable(v.string())),
      }),
    ),
  }),
);

/** One delivery with its payload, while that is stored; it can hold personal data (G111). */
export const deliveryWithPayloadSchema = named(
  'DeliveryWithPayload',
  v.object({
    ...deliverySchema.entries,
    explanation: v.object({ why: v.string(), next: v.string() }),
    payload: v.nullable(v.record(v.string(), v.unknown())),
  }),
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
