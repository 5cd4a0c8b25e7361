import * as v from 'valibot';
import { count, created, id, timestamp, updated, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';
import { type Endpoint, endpointProducts, endpointState } from '#shared/webhooks/domain/endpoint.ts';
import type { EndpointStats } from '#shared/webhooks/domain/endpoint-stats.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { described } from '#shared/platform/http/described.ts';

/** An endpoint as shown (G99). The secret is not a part of it: only its last four characters are. */
export const endpointSchema = described(
  named(
    'Endpoint',
    v.object({
      id,
      name: described(v.string(), 'What the workspace calls it'),
      description: described(v.nullable(v.string()), 'A note for people; null if there is none'),
      url: described(v.string(), 'Where deliveries are posted to'),
      enabled: described(
        v.boolean(),
        'The switch: false after creation and while paused. Events meanwhile are not recorded for it',
      ),
      state: described(
        v.picklist(['paused', 'enabled', 'suspended']),
        '`enabled` alone sends. `suspended` is switched on, but its admin lost access: deliveries are held until ' +
          'another admin takes it over',
      ),
      suspended_reason: described(
        v.nullable(v.string()),
        'A code for why nobody answers for it; null unless that is so',
      ),
      subscriptions: described(
        v.array(
          v.object({
            event: described(v.string(), 'Name of the event: see `listAvailableEvents`'),
            channel: described(
              v.picklist(CHANNELS),
              '`all`, or the one channel that the event has to have happened on',
            ),
          }),
        ),
        'What it gets',
      ),
      products: described(
        v.array(v.picklist(PRODUCTS)),
        'The products of its events: a key that sees it may subscribe to each',
      ),
      responsible_member: described(
        v.object({
          id: described(uuid, 'Id of the member'),
          name: described(
            v.string(),
            'Their name when they became responsible; `Former member` once they were removed',
          ),
        }),
        'The admin who created it, or took it over last',
      ),
      secret_hint: described(v.string(), 'The last four characters of the signing secret'),
      secret_rotation: described(
        v.object({
          in_progress: described(
            v.boolean(),
            'Whether deliveries are signed with the previous secret as well',
          ),
          previous_secret_expires_at: described(
            v.nullable(timestamp),
            'When that ends, 24 hours after the rotation; null if it is over',
          ),
        }),
        'The overlap of the last rotation',
      ),
      stats: described(
        v.object({
          last_success_at: described(
            v.nullable(timestamp),
            'When the last attempt that succeeded was begun; null if none did',
          ),
          last_failure_at: described(
            v.nullable(timestamp),
            'When the last attempt that failed was begun; null if none did',
          ),
          consecutive_failures: described(count, 'Attempts that failed since the last success'),
        }),
        'How its latest 100 deliveries fared',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A URL that gets a signed POST for every event it subscribes to',
);

/** What an accepted subscription warns of (G84). */
export const warningSchema = described(
  named(
    'SubscriptionWarning',
    v.object({
      code: v.literal('channel_status_limited'),
      pointer: described(
        v.string(),
        'JSON Pointer of the subscription in the request, such as `#/subscriptions/0`',
      ),
      event: described(v.string(), 'The event that the subscription names'),
      channel: described(v.picklist(CHANNELS), 'The channel that reports this status for some messages only'),
      detail: described(v.string(), 'The same in words'),
    }),
  ),
  'What to know of a subscription that was accepted',
);

/** What an answer to a change of subscriptions warns of. */
export const warningList = described(
  v.array(warningSchema),
  'What to know of subscriptions that were accepted',
);

/** What deliveries are signed with, shown once. */
export const signingSecret = described(
  v.string(),
  'The signing secret, `whsec_…`, told in this answer alone; repeating the request with its `Idempotency-Key` tells it again for 24 hours',
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
