import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { count, created, id, timestamp, updated, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { EndpointStats } from '#shared/webhooks/domain/endpoint-stats.ts';
import { type Endpoint, endpointProducts, endpointState } from '#shared/webhooks/domain/endpoint.ts';
import { asymmetricFields, asymmetricView } from './public-keys.ts';
import { secretRotation, secretRotationView } from './secret-rotation.ts';

/** An endpoint in responses. It contains only the last four characters of the secret (docs/specification/webhooks.md#endpoint-record). */
export const endpointSchema = withDescription(
  withTitle(
    'Endpoint',
    v.object({
      id,
      name: withDescription(v.string(), 'Name of the endpoint'),
      description: withDescription(v.nullable(v.string()), 'A description for people; null if there is none'),
      url: withDescription(v.string(), 'The URL that deliveries are sent to'),
      enabled: withDescription(
        v.boolean(),
        'False after creation and while the endpoint is paused. Events that occur while it is false are ' +
          'not recorded for the endpoint',
      ),
      state: withDescription(
        v.picklist(['paused', 'enabled', 'suspended']),
        'Events are delivered only in the state `enabled`. In the state `suspended`, the responsible admin ' +
          'has lost access, and deliveries are held: they are not sent. When another admin takes over the ' +
          'endpoint, the held deliveries are cancelled; resend them with `recoverEndpoint`',
      ),
      suspended_reason: withDescription(
        v.nullable(v.string()),
        'Code that explains why the endpoint is suspended. `responsible_admin_inactive`: the responsible ' +
          'admin left the workspace or lost the required role or products. Null if it is not suspended',
      ),
      subscriptions: withDescription(
        v.array(
          v.object({
            event: withDescription(v.string(), 'Name of the event; `listAvailableEvents` returns all names'),
            channel: withDescription(
              v.picklist(CHANNELS),
              '`all`, or the channel that the subscription is limited to',
            ),
            filter: withDescription(
              v.nullable(anyObject),
              'The endpoint receives only events whose `data` matches this filter; null without a filter',
            ),
          }),
        ),
        'The events that the endpoint receives',
      ),
      products: withDescription(
        v.array(v.picklist(PRODUCTS)),
        'The products of the subscribed events. A key can access the endpoint only if it can subscribe to ' +
          'all of them',
      ),
      responsible_member: withDescription(
        v.object({
          id: withDescription(uuid, 'ID of the member'),
          name: withDescription(
            v.string(),
            'Name of the member when they became responsible; `Former member` after the member was removed',
          ),
        }),
        'The admin who created the endpoint, or who last took it over',
      ),
      header_names: withDescription(
        v.array(v.string()),
        'Names of the request headers of the endpoint. The values are encrypted and never returned',
      ),
      secret_hint: withDescription(v.string(), 'The last four characters of the signing secret'),
      secret_rotation: withDescription(
        secretRotation('deliveries'),
        'The last rotation of the signing secret. For 24 hours, deliveries are signed with both secrets',
      ),
      ...asymmetricFields,
      stats: withDescription(
        v.object({
          last_success_at: withDescription(
            v.nullable(timestamp),
            'When the last successful attempt started; null if there was none',
          ),
          last_failure_at: withDescription(
            v.nullable(timestamp),
            'When the last failed attempt started; null if there was none',
          ),
          consecutive_failures: withDescription(
            count,
            'Number of failed attempts since the last successful one',
          ),
        }),
        'Statistics of the latest 100 deliveries',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A URL that receives a signed POST request for each subscribed event',
);

/** A warning about an accepted subscription (docs/specification/webhooks.md#channel-status-support). */
export const warningSchema = withDescription(
  withTitle(
    'SubscriptionWarning',
    v.object({
      code: withDescription(
        v.literal('channel_status_limited'),
        '`channel_status_limited`: the channel reports the event only for some messages',
      ),
      pointer: withDescription(
        v.string(),
        'JSON Pointer of the subscription in the request, such as `#/subscriptions/0`',
      ),
      event: withDescription(v.string(), 'The event of the subscription'),
      channel: withDescription(
        v.picklist(CHANNELS),
        'The channel, which reports this event only for some messages',
      ),
      detail: withDescription(v.string(), 'Explanation of the warning'),
    }),
  ),
  'A warning about an accepted subscription',
);

/** The warning that a new endpoint is paused although the request has `enabled: true` (docs/specification/webhooks.md#creating-an-endpoint). */
export const enabledIgnoredSchema = withDescription(
  withTitle(
    'EnabledIgnoredWarning',
    v.object({
      code: withDescription(
        v.literal('enabled_ignored'),
        '`enabled_ignored`: the endpoint was created paused, although the request has `enabled: true`',
      ),
      pointer: withDescription(v.literal('#/enabled'), 'JSON Pointer of the ignored field in the request'),
      detail: withDescription(v.string(), 'Explanation of the warning'),
    }),
  ),
  'A warning that the new endpoint is paused',
);

/** The warnings in the response to a create. */
export const createWarningList = withDescription(
  v.array(v.variant('code', [warningSchema, enabledIgnoredSchema])),
  'Warnings about accepted subscriptions, and about `enabled: true`, which has no effect',
);

/** The warnings in a response to a change of subscriptions. */
export const warningList = withDescription(v.array(warningSchema), 'Warnings about accepted subscriptions');

/**
 * Converts an endpoint to its representation at a given time: a rotation ends at its time, without a write.
 * @param apiOrigin for `jwks_url`, which receivers keep
 */
export function endpointView(
  endpoint: Endpoint,
  stats: EndpointStats,
  now: Date,
  apiOrigin: string,
): v.InferInput<typeof endpointSchema> {
  return {
    id: endpoint.id,
    name: endpoint.name,
    description: endpoint.description,
    url: endpoint.url,
    enabled: endpoint.enabled,
    state: endpointState(endpoint),
    suspended_reason: endpoint.suspendedReason,
    subscriptions: endpoint.subscriptions.map(({ event, channel, filter }) => ({
      event,
      channel,
      filter: filter ?? null,
    })),
    products: [...endpointProducts(endpoint)],
    responsible_member: { ...endpoint.responsibleMember },
    header_names: [...(endpoint.headers?.names ?? [])],
    secret_hint: endpoint.secrets.hint,
    secret_rotation: secretRotationView(endpoint.secrets, now),
    ...asymmetricView(endpoint, now, apiOrigin),
    stats: {
      last_success_at: stats.lastSuccessAt?.toISOString() ?? null,
      last_failure_at: stats.lastFailureAt?.toISOString() ?? null,
      consecutive_failures: stats.consecutiveFailures,
    },
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** The revision of an endpoint for `If-Match`. */
export function endpointRevision({ revision }: Endpoint): string {
  return String(revision);
}

/** The header with the revision of an endpoint. */
export function endpointTag(endpoint: Endpoint): { ETag: string } {
  return { ETag: entityTag(endpointRevision(endpoint)) };
}
