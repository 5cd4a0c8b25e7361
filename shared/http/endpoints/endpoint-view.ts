import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { CHANNELS, PRODUCTS } from '#shared/domain/catalogue/channels.ts';
import { type Endpoint, endpointProducts, endpointState } from '#shared/domain/endpoints/endpoint.ts';
import type { EndpointStats } from '#shared/domain/endpoints/endpoint-stats.ts';
import { entityTag } from '#shared/http/precondition.ts';

/** An endpoint as shown (G99). The secret is not a part of it: only its last four characters are. */
export const endpointSchema = named(
  'Endpoint',
  v.object({
    id: uuid,
    name: v.string(),
    description: v.nullable(v.string()),
    url: v.string(),
    enabled: v.boolean(),
    state: v.picklist(['paused', 'enabled', 'suspended']),
    suspended_reason: v.nullable(v.string()),
    subscriptions: v.array(v.object({ event: v.string(), channel: v.picklist(CHANNELS) })),
    products: v.array(v.picklist(PRODUCTS)),
    responsible_member: v.object({ id: uuid, name: v.string() }),
    secret_hint: v.pipe(v.string(), v.description('The last four characters of the signing secret')),
    secret_rotation: v.object({
      in_progress: v.boolean(),
      previous_secret_expires_at: v.nullable(timestamp),
    }),
    stats: v.object({
      last_success_at: v.nullable(timestamp),
      last_failure_at: v.nullable(timestamp),
      consecutive_failures: count,
    }),
    created_at: timestamp,
    updated_at: timestamp,
  }),
);

/** What an accepted subscription warns of (G84). */
export const warningSchema = named(
  'SubscriptionWarning',
  v.object({
    code: v.literal('channel_status_limited'),
    pointer: v.string(),
    event: v.string(),
    channel: v.picklist(CHANNELS),
    detail: v.string(),
  }),
);

/** The representation of an endpoint at an instant: the end of a rotation shows without a write. */
export function endpointView(
  endpoint: Endpoint,
  stats: EndpointStats,
  now: Date,
): v.InferInput<typeof endpointSchema> {
  const { previous } = endpoint.secrets;
  const overlap = previous && previous.expiresAt > now ? previous.expiresAt : null;
  return {
    id: endpoint.id,
    name: endpoint.name,
    description: endpoint.description,
    url: endpoint.url,
    enabled: endpoint.enabled,
    state: endpointState(endpoint),
    suspended_reason: endpoint.suspendedReason,
    subscriptions: [...endpoint.subscriptions],
    products: [...endpointProducts(endpoint)],
    responsible_member: { ...endpoint.responsibleMember },
    secret_hint: endpoint.secrets.hint,
    secret_rotation: {
      in_progress: overlap !== null,
      previous_secret_expires_at: overlap?.toISOString() ?? null,
    },
    stats: {
      last_success_at: stats.lastSuccessAt?.toISOString() ?? null,
      last_failure_at: stats.lastFailureAt?.toISOString() ?? null,
      consecutive_failures: stats.consecutiveFailures,
    },
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** The revision that `If-Match` on an endpoint compares. */
export function endpointRevision({ revision }: Endpoint): string {
  return String(revision);
}

/** The header that tells an endpoint's revision. */
export function endpointTag(endpoint: Endpoint): { ETag: string } {
  return { ETag: entityTag(endpointRevision(endpoint)) };
}
