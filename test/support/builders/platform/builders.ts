import { randomUUID } from 'node:crypto';
import { type Erasure, newErasure } from '#shared/events/recording/erasure.ts';
import { type LogEntry, toLogEntry } from '#shared/events/recording/log-entry.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { payloadExpiry } from '#shared/events/recording/recorded-event.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import type { CommandContext, IdempotencyRecord } from '#shared/platform/core/change.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { DEFAULT_RATE_LIMITS } from '#shared/platform/core/rate-limit.ts';
import type { NewWorkspace, WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import { type ApiKey, type Member, MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';
import { deliveryIdFor, derivedId, newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { DeliverySource } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import {
  editEndpoint,
  type EndpointChange,
  type EndpointEdit,
} from '#shared/webhooks/domain/edit-endpoint.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import type { SigningKey } from '#shared/webhooks/domain/signing-keys.ts';

/** The time at which tests run by default. */
export const NOW = new Date('2026-06-01T12:00:00.000Z');

export function secondsAfterNow(seconds: number, from = NOW): Date {
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
    signingKeys: null,
    headers: null,
    settingsVersion: 1,
    shards: 1,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

/** A key pair as stored; the ciphertext is not one. */
export function aSigningKey(name: string): SigningKey {
  return { id: `key-${name}`, publicKey: name.padEnd(43, 'A'), sealed: `sealed-key-${name}` };
}

/** An edit that changes something. */
export function anEdit(before: Endpoint, edit: EndpointEdit, at = secondsAfterNow(60)): EndpointChange {
  const change = editEndpoint(before, edit, at);
  if (!change) throw new Error('The edit changes nothing');
  return change;
}

export function aContext(overrides: Partial<CommandContext> = {}): CommandContext {
  return {
    change: {
      actor: { kind: 'key', key: 'key-1', member: 'member-1' },
      operation: 'test',
      requestId: 'request-1',
      nonce: randomUUID(),
      at: NOW,
    },
    idempotencyRecord: null,
    ...overrides,
  };
}

/** The context of a command at a time. */
export function aContextAt(at: Date): CommandContext {
  const context = aContext();
  return { ...context, change: { ...context.change, at } };
}

/** The context of an operator, whose membership is not checked. */
export function anOperatorContext(overrides: Partial<CommandContext> = {}): CommandContext {
  const context = aContext(overrides);
  return { ...context, change: { ...context.change, actor: { kind: 'operator' } } };
}

/** The context of a member who calls with an API key. */
export function aContextOf({ id }: Pick<Member, 'id'>): CommandContext {
  const context = aContext();
  return { ...context, change: { ...context.change, actor: { kind: 'key', key: 'key-1', member: id } } };
}

export function anIdempotencyRecord(overrides: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    id: randomUUID(),
    workspaceId: 'workspace',
    fingerprint: 'fingerprint',
    status: 201,
    headers: { Location: '/somewhere' },
    body: '{"data":{}}',
    sealedSecret: null,
    expiresAt: secondsAfterNow(86_400),
    ...overrides,
  };
}

/** Where the deliveries of an endpoint are. */
export function deliveriesOf(id: string, shards = 1): DeliverySource {
  return { id, shards };
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
    filteredOut: [],
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
    shard: 0,
    workspaceId: randomUUID(),
    eventId,
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    state: 'queued',
    reason: null,
    resendOf: null,
    resendCount: 0,
    lastResendId: null,
    deliveredBy: null,
    settingsVersion: 1,
    attempts: [],
    createdAt,
    nextAttemptAt: null,
    finishedAt: null,
    payloadExpiresAt: payloadExpiry(createdAt),
    correlationId: 'request-1',
    ...overrides,
  };
}

export function aJob(overrides: Partial<DeliveryJob> = {}): DeliveryJob {
  const event = anEvent();
  const endpointId = overrides.endpointId ?? newId(NOW);
  return {
    deliveryId: deliveryIdFor(event, endpointId),
    endpointId,
    shard: 0,
    workspaceId: event.workspaceId,
    eventId: event.id,
    event: event.event,
    product: event.product,
    channel: event.channel,
    test: false,
    resendOf: null,
    supersedes: [],
    settingsVersion: 1,
    attempt: 1,
    dueAt: NOW.getTime(),
    createdAt: NOW.getTime(),
    recordedAt: NOW.getTime(),
    body: event.body,
    correlationId: 'request-1',
    ...overrides,
  };
}

export function anAttempt(overrides: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    startedAt: NOW,
    statusCode: 500,
    durationMs: 12,
    outcome: 'http_error',
    error: 'The receiver answered 500.',
    responseText: 'no',
    ...overrides,
  };
}

/** A recovery of the failures of the last hour. */
export function aRecovery(overrides: Partial<Recovery> = {}): Recovery {
  return {
    id: newId(NOW),
    endpointId: newId(NOW),
    workspaceId: newId(NOW),
    since: secondsAfterNow(-3600),
    until: NOW,
    states: ['failed'],
    state: 'running',
    reason: null,
    matched: 3,
    countComplete: true,
    resent: 0,
    cursor: null,
    createdAt: NOW,
    finishedAt: null,
    ...overrides,
  };
}

/** The progress of a delivery whose next attempt is scheduled in a minute. */
export function aRetry(overrides: Partial<DeliveryProgress> = {}): DeliveryProgress {
  return {
    state: 'retrying',
    reason: 'receiver_error',
    nextAttemptAt: secondsAfterNow(60),
    finishedAt: null,
    ...overrides,
  };
}

export function aMember(overrides: Partial<Member> = {}): Member {
  return {
    id: newId(NOW),
    workspaceId: newId(NOW),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'admin',
    products: MEMBER_PRODUCTS,
    revision: 1,
    createdAt: NOW,
    ...overrides,
  };
}

export function anApiKey(overrides: Partial<ApiKey> = {}): ApiKey {
  return {
    id: newId(NOW),
    hash: randomUUID(),
    workspaceId: newId(NOW),
    memberId: newId(NOW),
    name: 'First key',
    prefix: 'wsk_',
    last4: 'wxyz',
    granted: overrides.permissions ?? ['salesbot:webhooks:subscribe'],
    permissions: ['salesbot:webhooks:subscribe'],
    rateLimits: {},
    console: false,
    createdAt: NOW,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...overrides,
  };
}

/** A workspace with one admin and that admin's key. */
export function aNewWorkspace(): NewWorkspace & { readonly admin: Member; readonly key: ApiKey } {
  const workspace = {
    id: newId(NOW),
    name: 'Bakery',
    timezone: 'Europe/Berlin',
    recompute: null,
    createdAt: NOW,
  };
  const admin = aMember({ workspaceId: workspace.id });
  const key = anApiKey({ workspaceId: workspace.id, memberId: admin.id });
  return { workspace, members: [admin], keys: [key], admin, key };
}

/** Stores a workspace with one admin. Returns the admin and the owner fields of an endpoint of this workspace. */
export async function createWorkspaceIn(workspaces: Pick<WorkspaceStore, 'create'>) {
  const newWorkspace = aNewWorkspace();
  await workspaces.create(newWorkspace, aContext().change);
  const { admin, key, workspace } = newWorkspace;
  const owned = { workspaceId: workspace.id, responsibleMember: { id: admin.id, name: admin.name } };
  return { admin, key, workspaceId: workspace.id, owned };
}

/** The default actor of audit entries. */
export const AN_ACTOR = {
  kind: 'key',
  key: '01980000-0000-7000-8000-00000000000a',
  member: '01980000-0000-7000-8000-00000000000b',
} as const;

/** An entry of the audit log, whose id is derived from its time. */
export function anAuditEntry(overrides: Partial<AuditEntry> = {}): AuditEntry {
  const at = overrides.at ?? NOW;
  return {
    id: derivedId(at, randomUUID()),
    workspaceId: newId(NOW),
    at,
    actor: AN_ACTOR,
    operation: 'update-page',
    requestId: 'request-1',
    resource: { type: 'page', id: newId(NOW) },
    ...overrides,
  };
}

/** An erasure that is requested now. */
export function anErasure(overrides: Partial<Erasure> = {}): Erasure {
  const now = overrides.createdAt ?? NOW;
  const subject = { id: newId(now), workspaceId: randomUUID(), contact: hashContact(randomUUID()) };
  return { ...newErasure(subject, now), ...overrides };
}

/** An event about a contact. */
export function anEventAbout(contactId: string, overrides: Partial<RecordedEvent> = {}): RecordedEvent {
  return anEvent({
    body: JSON.stringify({ data: { contact: { id: contactId, name: 'Ada' } } }),
    ...overrides,
  });
}

/** The entry of an event in the log of its workspace. */
export function aLogEntry(overrides: Partial<LogEntry> = {}): LogEntry {
  return { ...toLogEntry(anEvent(), undefined), ...overrides };
}

/** The caller with a key that may subscribe to both products. */
export function aPrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    workspaceId: randomUUID(),
    keyId: 'key',
    keyHash: 'hash',
    keyExpiresAt: null,
    isConsoleKey: false,
    memberId: 'member',
    permissions: new Set(['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe']),
    rateLimits: DEFAULT_RATE_LIMITS,
    ...overrides,
  };
}
