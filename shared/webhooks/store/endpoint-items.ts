import * as v from 'valibot';
import type { EventFilter } from '#shared/events/subscriptions/event-filter.ts';
import { encodeFilters, withFilters } from '#shared/events/subscriptions/subscription-filters.ts';
import {
  decodeSubscriptions,
  encodeSubscriptionList,
} from '#shared/events/subscriptions/subscription-set.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { encodedBy, instant, itemCodec, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import type { EndpointHealth } from '#shared/webhooks/domain/endpoint-health.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { endpointKey, targetKey } from './keys.ts';

const secrets = v.object({
  current: v.string(),
  hint: v.string(),
  previous: maybe(v.object({ sealed: v.string(), expiresAt: instant })),
});

const signingKey = { id: v.string(), publicKey: v.string(), sealed: v.string() };

/** The attributes with the URL, secrets, key pairs and headers of a request. They do not decide whether the request is sent. */
const requestItem = itemCodec(
  v.object({
    url: v.string(),
    secrets,
    signingKeys: maybe(
      v.object({
        current: v.object(signingKey),
        previous: maybe(v.object({ ...signingKey, expiresAt: instant })),
      }),
    ),
    headers: maybe(v.object({ names: v.array(v.string()), sealed: v.string() })),
  }),
);

const targetItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    enabled: v.boolean(),
    suspendedReason: maybe(v.string()),
    ...requestItem.schema.entries,
    settingsVersion: v.number(),
    shards: v.number(),
  }),
);

/** A deleted endpoint leaves a delivery target as a tombstone. */
const tombstoneItem = v.object({ deleted: v.optional(v.boolean(), false) });

/** Written by deliveries, one attribute at a time. An edit of the settings replaces the item and so resets them. */
const healthItem = v.object({
  slowUntil: maybe(instant),
  timedOutDeliveries: v.optional(v.set(v.string()), new Set<string>()),
  breakerOpenedAt: maybe(instant),
  breakerProbeAt: maybe(instant),
});

/** In the order that the client sent: the first subscription decides the default test event. */
const subscriptions = encodedBy(v.pipe(v.string(), v.transform(decodeSubscriptions)), encodeSubscriptionList);

/** Filters are a separate attribute, so that an endpoint without filters is stored as before. */
const storedFilter = v.custom<EventFilter>((value) => v.is(anyObject, value));

const filtersItem = v.object({
  filters: v.optional(v.record(v.string(), v.pipe(v.string(), v.parseJson(), storedFilter)), {}),
});

const endpointItem = itemCodec(
  v.object({
    ...targetItem.schema.entries,
    name: v.string(),
    description: maybe(v.string()),
    subscriptions,
    responsibleMember: v.object({ id: v.string(), name: v.string() }),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The item of an endpoint, which the API reads and the audit log follows. */
export function toEndpointItem(endpoint: Endpoint, change: Change) {
  return {
    ...endpointKey(endpoint.id),
    // The delivery target has no `resource`, so that the audit log has one entry per change of an endpoint.
    resource: 'endpoint' satisfies AuditedResource,
    ...endpointItem.encode(endpoint),
    filters: encodeFilters(endpoint.subscriptions),
    lastChange: toLastChange(change),
  };
}

/** The endpoint of a stored item. @throws MalformedItemError */
export function fromEndpointItem(item: Item): Endpoint {
  const endpoint = endpointItem.decode(item);
  const { filters } = parseItem(filtersItem, item);
  return { ...endpoint, subscriptions: withFilters(endpoint.subscriptions, filters) };
}

type TargetSettings = Omit<DeliveryTarget, 'deleted' | 'health'>;

/** The delivery target, which is read before each request; up to 4 KB cost one read unit. */
export function toTargetItem(endpoint: TargetSettings, change: Change) {
  return { ...targetKey(endpoint.id), ...targetItem.encode(endpoint), lastChange: toLastChange(change) };
}

/** The delivery target of a stored item, tombstones included, with its health. @throws MalformedItemError */
export function fromTargetItem(item: Item): DeliveryTarget {
  return {
    ...targetItem.decode(item),
    ...parseItem(tombstoneItem, item),
    health: toHealth(parseItem(healthItem, item)),
  };
}

function toHealth(stored: v.InferOutput<typeof healthItem>): EndpointHealth {
  const { slowUntil, timedOutDeliveries, breakerOpenedAt: openedAt, breakerProbeAt: probeAt } = stored;
  return { slowUntil, timedOutDeliveries, breaker: openedAt && probeAt && { openedAt, probeAt } };
}

/** The attributes of the delivery target that an edit or a rotation changes without a new version of the settings. */
export function toRequestAttributes(endpoint: Pick<Endpoint, 'url' | 'secrets' | 'signingKeys' | 'headers'>) {
  return requestItem.encode(endpoint);
}
