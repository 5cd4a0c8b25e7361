import { randomUUID } from 'node:crypto';
import type { CommandContext, RememberedAnswer } from '#shared/domain/change.ts';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { DeliveryJob } from '#shared/domain/delivery/delivery-job.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import { payloadExpiry } from '#shared/domain/events/recorded-event.ts';
import { deliveryIdFor, newId } from '#shared/runtime/ids.ts';

/** The instant tests happen at, unless they say otherwise. */
export const NOW = new Date('2026-06-01T12:00:00.000Z');

export function later(seconds: number, from = NOW): Date {
  return new Date(from.getTime() + seconds * 1000);
}

export function anEndpoint(overrides: Partial<Endpoint> = {}): Endpoint {
  return {
    id: newId(NOW),
    workspaceId: randomUUID(),
    name: 'Order desk',
    description: null,
    url: 'https://hooks.example.com/orders',
    enabled: false,
    suspendedReason: null,
    subscriptions: [{ event: 'salesbot.store.order_paid', channel: 'all' }],
    responsibleMember: { id: randomUUID(), name: 'Ada Lovelace' },
    secrets: { current: 'sealed-current', hint: 'abcd', previous: null },
    settingsVersion: 1,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

export function aContext(overrides: Partial<CommandContext> = {}): CommandContext {
  return {
    change: { key: 'key-1', member: 'member-1', operation: 'test', requestId: 'request-1', nonce: randomUUID(), at: NOW },
    remember: null,
    ...overrides,
  };
}

export function anAnswer(overrides: Partial<RememberedAnswer> = {}): RememberedAnswer {
  return {
    id: randomUUID(),
    fingerprint: 'fingerprint',
    status: 201,
    headers: { Location: '/somewhere' },
    body: '{"data":{}}',
    sealedSecret: null,
    expiresAt: later(86_400),
    ...overrides,
  };
}

export function anEvent(overrides: Partial<RecordedEvent> = {}): RecordedEvent {
  const recordedAt = overrides.recordedAt ?? NOW;
  return {
    id: newId(recordedAt),
    workspaceId: randomUUID(),
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    body: '{"id":"x"}',
    matches: [],
    recordedAt,
    correlationId: 'request-1',
    ...overrides,
  };
}

export function aDelivery(overrides: Partial<Delivery> = {}): Delivery {
  const createdAt = overrides.createdAt ?? NOW;
  const eventId = overrides.eventId ?? newId(createdAt);
  const endpointId = overrides.endpointId ?? newId(createdAt);
  return {
    id: deliveryIdFor({ id: eventId, recordedAt: createdAt }, endpointId),
    endpointId,
    workspaceId: randomUUID(),
    eventId,
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    state: 'queued',
    reason: null,
    resendOf: null,
    settingsVersion: 1,
    attempts: [],
    createdAt,
    nextAttemptAt: null,
    finishedAt: null,
    payloadExpiresAt: payloadExpiry(createdAt),
    ...overrides,
  };
}

export function aJob(overrides: Partial<DeliveryJob> = {}): DeliveryJob {
  const event = anEvent();
  const endpointId = overrides.endpoint_id ?? newId(NOW);
  return {
    delivery_id: deliveryIdFor(event, endpointId),
    endpoint_id: endpointId,
    workspace_id: event.workspaceId,
    event_id: event.id,
    event: event.event,
    product: event.product,
    channel: event.channel,
    test: false,
    resend_of: null,
    settings_version: 1,
    attempt: 1,
    due_at: NOW.getTime(),
    recorded_at: NOW.getTime(),
    body: event.body,
    correlation_id: 'request-1',
    ...overrides,
  };
}
