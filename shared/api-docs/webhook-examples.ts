import type { InferInput } from 'valibot';
import type { deliverySchema, deliveryWithPayloadSchema } from '#shared/webhooks/http/delivery-view.ts';
import type {
  enabledIgnoredSchema,
  endpointSchema,
  warningSchema,
} from '#shared/webhooks/http/endpoint-view.ts';
import type { eventSchema, eventWithDeliveriesSchema } from '#shared/webhooks/http/event-view.ts';
import type { feedPage } from '#shared/webhooks/http/feed-view.ts';
import type { metricsSchema } from '#shared/webhooks/http/metrics-view.ts';
import type {
  notificationSchema,
  notificationTargetSchema,
} from '#shared/webhooks/http/notification-view.ts';
import type { recoverySchema } from '#shared/webhooks/http/recovery-view.ts';

const CREATED = '2027-03-01T09:00:00.000Z';
const UPDATED = '2027-03-14T09:26:53.005Z';

/** Examples of endpoints and deliveries. */
export const endpoint: InferInput<typeof endpointSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d42',
  name: 'Order desk',
  description: null,
  url: 'https://hooks.example.com/orders',
  enabled: true,
  state: 'enabled',
  suspended_reason: null,
  subscriptions: [
    { event: 'salesbot.store.order_paid', channel: 'all', filter: { 'order.total': { $gte: '100' } } },
  ],
  products: ['salesbot'],
  responsible_member: { id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d43', name: 'Ada Lovelace' },
  header_names: ['X-Api-Key'],
  secret_hint: 'x9Qk',
  secret_rotation: { in_progress: false, previous_secret_expires_at: null },
  asymmetric_signatures: true,
  public_keys: [
    {
      id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      public_key: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      expires_at: null,
    },
  ],
  jwks_url: 'https://api.example.com/.well-known/webhooks/0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d42/jwks.json',
  stats: { last_success_at: UPDATED, last_failure_at: null, consecutive_failures: 0 },
  created_at: CREATED,
  updated_at: UPDATED,
};

export const delivery: InferInput<typeof deliverySchema> = {
  id: '0195d2f0-8a10-8c3e-9b52-3f6c1e0a7d44',
  endpoint_id: endpoint.id,
  event_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d45',
  event: 'salesbot.store.order_paid',
  product: 'salesbot',
  channel: null,
  test: false,
  state: 'retrying',
  reason: 'receiver_error',
  resend_of: null,
  resend_count: 0,
  created_at: '2027-03-14T09:26:53.005Z',
  next_attempt_at: '2027-03-14T09:27:03.412Z',
  finished_at: null,
  payload_expires_at: '2027-03-21T09:26:53.005Z',
  attempts: [
    {
      number: 1,
      started_at: '2027-03-14T09:26:53.210Z',
      status_code: 503,
      duration_ms: 88,
      outcome: 'http_error',
      error: null,
    },
  ],
};

/** A delivery with the body that was sent to the endpoint. */
export const deliveryWithPayload: InferInput<typeof deliveryWithPayloadSchema> = {
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, response_text: 'upstream is down' })),
  explanation: {
    why: 'The last response had status 503. A response with the status 408, 429 or 5xx is retried.',
    next: 'Attempt 2 is sent at about 2027-03-14T09:27:03.412Z.',
  },
  payload: {
    id: delivery.event_id,
    schema_version: '1',
    event: delivery.event,
    product: delivery.product,
    occurred_at: '2027-03-14T09:26:52.000Z',
    workspace_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4e',
    test: false,
    data: {
      event: 'store.order_paid',
      order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number: '1001' },
    },
  },
};

/** An event in the log. */
export const event: InferInput<typeof eventSchema> = {
  id: delivery.event_id,
  event: delivery.event,
  product: delivery.product,
  channel: delivery.channel,
  test: false,
  recorded_at: delivery.created_at,
  matched_endpoints: 1,
  filtered_endpoints: 1,
};

/** The event of the delivery. */
export const eventWithDeliveries: InferInput<typeof eventWithDeliveriesSchema> = {
  ...event,
  payload_expires_at: delivery.payload_expires_at,
  payload: deliveryWithPayload.payload,
  filtered_out: ['0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d49'],
  deliveries: [delivery],
  resends: [],
};

const { matched_endpoints: _matched, filtered_endpoints: _filtered, ...shownFields } = event;
const feedEvent: InferInput<typeof feedPage>['data'][number] = {
  ...shownFields,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'workspace-platform-webhooks/1',
    'x-webhook-event': event.event,
    'x-webhook-delivery': delivery.id,
    'webhook-id': event.id,
  },
  body: JSON.stringify(deliveryWithPayload.payload),
};

/** A page of the feed that ends with the newest event. */
export const feed: InferInput<typeof feedPage> = {
  data: [feedEvent],
  next_cursor: 'WyIzMTIwNyIsIjVxWGNtTXVkOXI3b0JzM2VHcDNiOFEiXQ',
  has_more: false,
};

const counted = {
  attempts: 1204,
  successes: 1197,
  failures: { http_5xx: 5, timeout: 2 },
  p50_ms: 152,
  p95_ms: 431,
};

/** One hour of an endpoint. */
export const metrics: InferInput<typeof metricsSchema> = {
  step: '1h',
  from: '2027-03-14T09:00:00.000Z',
  to: '2027-03-14T10:00:00.000Z',
  ...counted,
  waiting: { deliveries: 4, is_minimum: false },
  steps: [{ start: '2027-03-14T09:00:00.000Z', ...counted }],
};

/** A recovery in progress. */
export const recovery: InferInput<typeof recoverySchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d50',
  endpoint_id: endpoint.id,
  state: 'running',
  reason: null,
  since: '2027-03-13T22:00:00.000Z',
  until: '2027-03-14T06:00:00.000Z',
  states: ['failed'],
  matched: 128,
  count_complete: true,
  resent: 50,
  created_at: UPDATED,
  finished_at: null,
};

/** A notification target, and a notification to it. */
export const notificationTarget: InferInput<typeof notificationTargetSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d60',
  name: 'On call',
  kind: 'https',
  url: 'https://hooks.example.com/notifications',
  email: null,
  state: 'active',
  url_hint: null,
  secret_hint: 'x9Qk',
  secret_rotation: { in_progress: false, previous_secret_expires_at: null },
  conditions: ['first_final_failure', 'breaker_opened', 'breaker_closed'],
  exhausted_after: 10,
  created_at: CREATED,
  updated_at: UPDATED,
};

export const notification: InferInput<typeof notificationSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d61',
  target_id: notificationTarget.id,
  notification: 'first_final_failure',
  endpoint_id: endpoint.id,
  delivery_id: delivery.id,
  exhausted_deliveries: null,
  state: 'delivered',
  reason: null,
  attempts: 1,
  last_status_code: 204,
  created_at: UPDATED,
  next_attempt_at: null,
  finished_at: '2027-03-14T09:26:53.210Z',
};

/** A warning about a subscription that is accepted but reports only some events. */
export const subscriptionWarning: InferInput<typeof warningSchema> = {
  code: 'channel_status_limited',
  pointer: '#/subscriptions/0',
  event: 'salesbot.message.read_or_seen',
  channel: 'whatsapp',
  detail: 'The channel "whatsapp" reports salesbot.message.read_or_seen only for some messages.',
};

/** The warning of a create with `enabled: true`. */
export const enabledIgnoredWarning: InferInput<typeof enabledIgnoredSchema> = {
  code: 'enabled_ignored',
  pointer: '#/enabled',
  detail:
    'The endpoint was created paused. Enable it with enableEndpoint (POST …/enable) when your receiver is ready.',
};
