import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { orderParameter, pageParameters } from '#shared/platform/http/list-query.ts';
import { count, created, timestamp, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_REASONS,
  type Delivery,
  DELIVERY_STATES,
  shownState,
} from '#shared/webhooks/domain/delivery.ts';
import { type Endpoint, endpointState } from '#shared/webhooks/domain/endpoint.ts';
import { explainDelivery } from '#shared/webhooks/domain/explain-delivery.ts';
import { eventParameter, isTimeRange, timeRangeIssue } from './event-filters.ts';

/** Query of the delivery lists (docs/specification/webhooks.md#delivery-lists). A filter that can never match is rejected. */
export const deliveryQuery = v.pipe(
  strictFields({
    ...pageParameters,
    state: v.optional(
      withDescription(
        v.picklist(DELIVERY_STATES),
        'Only deliveries in this state. `held` lists deliveries whose next attempt was due while the endpoint was suspended; ' +
          'before that they are `queued` or `retrying`',
      ),
    ),
    event: eventParameter('Only deliveries of this event'),
    outcome: v.optional(
      withDescription(
        v.picklist(ATTEMPT_OUTCOMES),
        'Only deliveries with an attempt of this outcome. With `status_code`, the same attempt must have both values',
      ),
    ),
    status_code: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-5][0-9]{2}$/u, issue('out_of_range', 'Use an HTTP status from 100 to 599.')),
        v.transform(Number),
        v.metadata({
          jsonSchema: {
            type: 'integer',
            minimum: 100,
            maximum: 599,
            description: 'Only deliveries with an attempt whose response had this HTTP status',
          },
        }),
      ),
    ),
    since: v.optional(withDescription(instantField, 'Only deliveries created at this time or later')),
    until: v.optional(withDescription(instantField, 'Only deliveries created at this time or earlier')),
    order: orderParameter,
  }),
  v.forward(v.partialCheck([['since'], ['until']], isTimeRange, timeRangeIssue), ['until']),
);

/** A delivery in lists (docs/specification/webhooks.md#delivery-record). */
export const deliverySchema = withDescription(
  withTitle(
    'Delivery',
    v.object({
      id: withDescription(
        uuid,
        'ID of the delivery, sent as `X-Webhook-Delivery` with each attempt. A resend has a different ID',
      ),
      endpoint_id: withDescription(uuid, 'ID of the endpoint that receives the delivery'),
      event_id: withDescription(uuid, 'ID of the event: `id` in the payload, and the `webhook-id` header'),
      event: withDescription(v.string(), 'Name of the event; `listAvailableEvents` returns all names'),
      product: withDescription(v.picklist(PRODUCTS), 'The product of the event'),
      channel: withDescription(
        v.nullable(v.picklist(CHANNELS)),
        'The channel that the event happened on; null if it has none',
      ),
      test: withDescription(v.boolean(), 'Whether this is a test event, or a resend of a test event'),
      state: withDescription(
        v.picklist(DELIVERY_STATES),
        '`queued`: the first attempt is planned or in progress. `retrying`: an attempt failed and the next one is ' +
          'planned. `held`: the next attempt was due while the endpoint was suspended, so nothing is sent; a takeover ' +
          'of the endpoint cancels the delivery. `succeeded`: the receiver returned a 2xx status. `failed`: the receiver rejected the request, or all attempts failed. ' +
          '`cancelled`: the endpoint was edited, paused, taken over or deleted, or a resend succeeded. The last ' +
          'three states are final. `resendDelivery` sends the event of a delivery in any state again; ' +
          '`recoverEndpoint` does so for the `failed` or `cancelled` deliveries of a time range',
      ),
      reason: withDescription(
        v.nullable(v.picklist(DELIVERY_REASONS)),
        'Why the delivery is in its state; the [table of reasons](/docs/webhooks#reasons) explains each ' +
          'value. Null after a success, and while the delivery is queued without a delay',
      ),
      resend_of: withDescription(
        v.nullable(uuid),
        'ID of the original delivery if this is a resend; otherwise null',
      ),
      resend_count: withDescription(count, 'Number of resends; counted only on the original delivery'),
      created_at: created,
      next_attempt_at: withDescription(
        v.nullable(timestamp),
        'Planned time of the next attempt, which starts at most about a minute later. If `reason` is ' +
          '`endpoint_unresponsive`, the attempt can also start earlier. Null if no attempt is planned',
      ),
      finished_at: withDescription(
        v.nullable(timestamp),
        'When the delivery reached a final state; null while it is pending',
      ),
      payload_expires_at: withDescription(
        timestamp,
        'When the payload expires, after about 7 days. From then on, the delivery cannot be resent',
      ),
      attempts: withDescription(
        v.array(
          v.object({
            number: withDescription(count, 'Number of the attempt, from 1 to 6'),
            started_at: withDescription(timestamp, 'When the request started'),
            status_code: withDescription(
              v.nullable(count),
              'HTTP status of the response; null if there was none',
            ),
            duration_ms: withDescription(
              count,
              'Milliseconds until the response, or until the attempt ended without one',
            ),
            outcome: withDescription(
              v.picklist(ATTEMPT_OUTCOMES),
              'Result of the attempt. `cancelled` means that the platform aborted the attempt, independently of ' +
                'the receiver',
            ),
            error: withDescription(v.nullable(v.string()), 'Explanation of the error; null after a success'),
            response_text: v.optional(
              withDescription(
                v.nullable(v.string()),
                'The first 512 bytes of the response body, if the status is not 2xx; null if there was no body, or ' +
                  'if the payload has expired',
              ),
            ),
          }),
        ),
        'All attempts so far, oldest first; at most 6',
      ),
    }),
  ),
  'One event for one endpoint, with all attempts',
);

/** One delivery with its payload while the payload is stored. The payload can contain personal data. */
export const deliveryWithPayloadSchema = withDescription(
  withTitle(
    'DeliveryWithPayload',
    v.object({
      ...deliverySchema.entries,
      explanation: withDescription(
        v.object({
          why: withDescription(v.string(), 'Explanation of the state and its `reason`'),
          next: withDescription(v.string(), 'What happens next, and when'),
        }),
        'Explanation for people; the wording may change',
      ),
      payload: withDescription(
        v.nullable(v.record(v.string(), v.unknown())),
        'The request body; null once it has expired. It can contain personal data',
      ),
    }),
  ),
  'A delivery with its payload and an explanation',
);

/**
 * Converts a delivery to its representation. It depends on the current endpoint, because an edit of the endpoint cancels
 * the deliveries that were queued before it.
 */
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

/** Adds the payload and the response bodies, both only while the payload is readable (docs/specification/webhooks.md#payload-retention). */
export function deliveryWithPayload(
  delivery: Delivery,
  endpoint: Pick<Endpoint, 'settingsVersion' | 'enabled' | 'suspendedReason'>,
  payload: Record<string, unknown> | null,
  now: Date,
): v.InferInput<typeof deliveryWithPayloadSchema> {
  const shown = deliveryView(delivery, endpoint);
  const explanation = explainDelivery(shown, delivery, {
    isSuspended: endpointState(endpoint) === 'suspended',
    payloadGone: payload === null ? explainMissingPayload(delivery, now) : undefined,
  });
  const view = { ...shown, explanation };
  if (payload === null) return { ...view, payload };
  const attempts = view.attempts.map((attempt, index) => ({
    ...attempt,
    response_text: delivery.attempts[index]?.responseText ?? null,
  }));
  return { ...view, attempts, payload };
}

function explainMissingPayload({ payloadExpiresAt }: Delivery, now: Date): string {
  return payloadExpiresAt > now
    ? 'The payload was erased with the data of its contact'
    : `The payload expired at ${payloadExpiresAt.toISOString()}`;
}
