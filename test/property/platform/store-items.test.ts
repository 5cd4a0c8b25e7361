import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { fromDirectoryItem, toDirectoryEntry } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { fromEventItem, toEventItem } from '#shared/events/store/event-items.ts';
import { encodeFilters } from '#shared/events/subscriptions/subscription-filters.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import {
  fromApiKeyItem,
  fromMemberItem,
  fromWorkspaceItem,
  toApiKeyItem,
  toMemberItem,
  toWorkspaceItem,
} from '#shared/platform/identity/store/workspace-items.ts';
import {
  type ApiKey,
  type Member,
  MEMBER_PRODUCTS,
  MEMBER_ROLES,
  type Workspace,
} from '#shared/platform/identity/workspace.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_REASONS,
  type Attempt,
  type Delivery,
  DELIVERY_STATES,
} from '#shared/webhooks/domain/delivery.ts';
import { HEALTHY } from '#shared/webhooks/domain/endpoint-health.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import {
  fixedAttributes,
  fromDeliveryItem,
  progressAttributes,
  toAttemptItem,
} from '#shared/webhooks/store/delivery-items.ts';
import {
  fromEndpointItem,
  fromTargetItem,
  toEndpointItem,
  toTargetItem,
} from '#shared/webhooks/store/endpoint-items.ts';
import { deliveryKey } from '#shared/webhooks/store/keys.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { anApiKey } from '#test/support/builders/workspaces/workspace-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const RUNS = { numRuns: runs(300) };

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const instant = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const id = instant.map((at) => newId(at));
const version = fc.nat();
const product = fc.constantFrom('publishing' as const, 'salesbot' as const);
const channel = fc.constantFrom(...CHANNELS);
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const filter = fc.dictionary(text, fc.record({ $eq: text }), {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
});

/** The API collapses duplicates before it stores a list. */
const subscriptions = fc.uniqueArray(
  fc.record(
    { event: fc.constantFrom(...EVENT_CATALOGUE.map(({ name }) => name)), channel, filter },
    { requiredKeys: ['event', 'channel'] },
  ),
  { minLength: 1, maxLength: 20, selector: (each) => `${each.event} ${each.channel}` },
);

const shards = fc.constantFrom(1, 2, 4, 8, 16);

const signingKey = { id: text, publicKey: text, sealed: text };

const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  id,
  workspaceId: id,
  name: text,
  description: maybe(text),
  url: fc.webUrl(),
  enabled: fc.boolean(),
  suspendedReason: maybe(text),
  subscriptions,
  responsibleMember: fc.record({ id, name: text }),
  secrets: fc.record({
    current: text,
    hint: text,
    previous: maybe(fc.record({ sealed: text, expiresAt: instant })),
  }),
  signingKeys: maybe(
    fc.record({
      current: fc.record(signingKey),
      previous: maybe(fc.record({ ...signingKey, expiresAt: instant })),
    }),
  ),
  headers: maybe(fc.record({ names: fc.array(text), sealed: text })),
  settingsVersion: version,
  shards,
  revision: version,
  createdAt: instant,
  updatedAt: instant,
});

const event: fc.Arbitrary<RecordedEvent> = fc.record({
  id,
  workspaceId: id,
  event: text,
  product,
  channel: maybe(channel),
  test: fc.boolean(),
  body: fc.string({ unit: 'grapheme' }),
  filteredOut: fc.array(id, { maxLength: 25 }),
  matches: fc.array(fc.record({ endpointId: id, settingsVersion: version, shards }), { maxLength: 25 }),
  recordedAt: instant,
  correlationId: text,
});

const attempt: fc.Arbitrary<Attempt> = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  startedAt: instant,
  statusCode: maybe(fc.integer({ min: 100, max: 999 })),
  durationMs: fc.nat(),
  outcome: fc.constantFrom(...ATTEMPT_OUTCOMES),
  error: maybe(text),
  responseText: maybe(text),
});

const delivery: fc.Arbitrary<Delivery> = fc.record({
  id,
  endpointId: id,
  shard: fc.integer({ min: 0, max: 15 }),
  workspaceId: id,
  eventId: id,
  event: text,
  product,
  channel: maybe(channel),
  test: fc.boolean(),
  state: fc.constantFrom(...DELIVERY_STATES),
  reason: maybe(fc.constantFrom(...DELIVERY_REASONS)),
  resendOf: maybe(id),
  // Counted by the resend requests, never by the writes of a delivery itself.
  resendCount: fc.constant(0),
  lastResendId: fc.constant(null),
  deliveredBy: fc.constant(null),
  settingsVersion: version,
  attempts: fc.array(attempt, { maxLength: 6 }),
  createdAt: instant,
  nextAttemptAt: maybe(instant),
  finishedAt: maybe(instant),
  payloadExpiresAt: instant,
  correlationId: text,
});

const apiKey: fc.Arbitrary<ApiKey> = fc.record({
  id,
  hash: text,
  workspaceId: id,
  memberId: id,
  name: text,
  prefix: text,
  last4: text,
  granted: fc.uniqueArray(fc.constantFrom(...PERMISSIONS)),
  permissions: fc.uniqueArray(fc.constantFrom(...PERMISSIONS)),
  rateLimits: fc.record({ read: fc.nat(), write: fc.nat(), ingest: fc.nat() }, { requiredKeys: [] }),
  console: fc.boolean(),
  createdAt: instant,
  expiresAt: maybe(instant),
  revokedAt: maybe(instant),
  lastUsedAt: maybe(instant),
});

const member: fc.Arbitrary<Member> = fc.record({
  id,
  workspaceId: id,
  name: text,
  email: text,
  role: fc.constantFrom(...MEMBER_ROLES),
  products: fc.uniqueArray(fc.constantFrom(...MEMBER_PRODUCTS)),
  revision: version,
  createdAt: instant,
});

const workspace: fc.Arbitrary<Workspace> = fc.record({
  id,
  name: text,
  timezone: text,
  recompute: fc.constant(null),
  createdAt: instant,
});

/** The item as the table returns it. */
function stored(item: Item): Item {
  return unmarshall(marshall(item, { removeUndefinedValues: true }));
}

function deliveryItem(of: Delivery): Item {
  return {
    ...deliveryKey(of.endpointId, of.shard, of.id),
    ...fixedAttributes(of),
    ...progressAttributes(of, of),
    attempts: of.attempts.map(toAttemptItem),
  };
}

describe('an item decodes to its source', () => {
  const { change } = aContext();

  it('for endpoints', () => {
    fc.assert(
      fc.property(endpoint, (value) => {
        expect(fromEndpointItem(stored(toEndpointItem(value, change)))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('for delivery targets', () => {
    fc.assert(
      fc.property(endpoint, (value) => {
        const { id: own, workspaceId, url, enabled, suspendedReason, settingsVersion } = value;
        const { secrets, signingKeys, headers } = value;
        const view = {
          id: own,
          workspaceId,
          url,
          enabled,
          suspendedReason,
          secrets,
          signingKeys,
          headers,
          settingsVersion,
          shards: value.shards,
        };
        expect(fromTargetItem(stored(toTargetItem(value, change)))).toEqual({
          ...view,
          deleted: false,
          health: HEALTHY,
        });
      }),
      RUNS,
    );
  });

  it('for directories', () => {
    fc.assert(
      fc.property(fc.uniqueArray(endpoint, { selector: (each) => each.id, maxLength: 25 }), (list) => {
        const endpoints = Object.fromEntries(list.map((each) => [each.id, toDirectoryEntry(each)]));
        const entries = fromDirectoryItem(
          stored({ endpoints, shards: Object.fromEntries(list.map((each) => [each.id, each.shards])) }),
        ).toSorted(byEndpoint);
        expect(entries).toEqual(
          list
            .map((each) => ({
              endpointId: each.id,
              enabled: each.enabled,
              settingsVersion: each.settingsVersion,
              shards: each.shards,
              subscriptions: encodeSubscriptions(each.subscriptions),
              ...filtersOf(each),
            }))
            .toSorted(byEndpoint),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('for events', () => {
    fc.assert(
      fc.property(event, (value) => {
        expect(fromEventItem(stored(toEventItem(value)))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('for deliveries', () => {
    fc.assert(
      fc.property(delivery, (value) => {
        expect(fromDeliveryItem(stored(deliveryItem(value)))).toEqual(value);
      }),
      RUNS,
    );
  });

  it('for keys, members and workspaces', () => {
    fc.assert(
      fc.property(apiKey, member, workspace, (key, person, place) => {
        expect(fromApiKeyItem(stored(toApiKeyItem(key)))).toEqual(key);
        expect(fromMemberItem(stored(toMemberItem(person)))).toEqual(person);
        expect(fromWorkspaceItem(stored(toWorkspaceItem(place)))).toEqual(place);
      }),
      RUNS,
    );
  });
});

describe('the attributes of an event that the stream filter uses', () => {
  it('contain the number of matched endpoints, and are absent when there are none', () => {
    fc.assert(
      fc.property(event, (value) => {
        const item = stored(toEventItem(value));
        expect(item['kind']).toBe('event');
        expect(item['fanOut']).toBe(value.matches.length || undefined);
      }),
      RUNS,
    );
  });
});

describe('the index attributes of a delivery', () => {
  it('exist exactly while it is pending, or scheduled', () => {
    fc.assert(
      fc.property(delivery, (value) => {
        const item = stored(deliveryItem(value));
        const isOpen = ['queued', 'retrying', 'held'].includes(value.state);
        expect('openPk' in item && 'openSk' in item).toBe(isOpen);
        expect('openPk' in item || 'openSk' in item).toBe(isOpen);
        expect('duePk' in item && 'dueSk' in item).toBe(value.nextAttemptAt !== null);
        expect('duePk' in item || 'dueSk' in item).toBe(value.nextAttemptAt !== null);
      }),
      RUNS,
    );
  });
});

describe('a damaged item', () => {
  it.each([
    ['endpoint', () => fromEndpointItem(without(toEndpointItem(anEndpoint(), aContext().change), 'url'))],
    ['delivery target', () => fromTargetItem(without(toTargetItem(anEndpoint(), aContext().change), 'url'))],
    ['event', () => fromEventItem(without(toEventItem(anEvent()), 'body'))],
    ['delivery', () => fromDeliveryItem(without(deliveryItem(aDelivery()), 'eventId'))],
    ['key', () => fromApiKeyItem({ ...toApiKeyItem(anApiKey()), permissions: 'all' })],
    ['directory', () => fromDirectoryItem({ pk: 'DIR#w1#0', sk: 'EPS' })],
  ])('is a specific error, never a missing %s', (_, read) => {
    expect(read).toThrow(MalformedItemError);
  });

  it('is identified by its key and its paths, never by its content', () => {
    const item = {
      ...toEventItem(anEvent({ body: 'secret-body' })),
      test: 'secret-value',
    };

    expect(() => fromEventItem(item)).toThrow(`${item.pk}/${item.sk} (test)`);
    expect(() => fromEventItem(item)).not.toThrow('secret');
  });

  it('does not hide a delivery with a reason of a newer version', () => {
    const item = { ...deliveryItem(aDelivery()), reason: 'invented_later' };

    expect(fromDeliveryItem(stored(item)).reason).toBeNull();
  });
});

function byEndpoint(a: { endpointId: string }, b: { endpointId: string }): number {
  return a.endpointId < b.endpointId ? -1 : 1;
}

function without(item: Item, attribute: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== attribute));
}

function filtersOf({ subscriptions: list }: Endpoint) {
  const filters = encodeFilters(list);
  return filters ? { filters } : {};
}
