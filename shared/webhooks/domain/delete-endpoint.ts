import { HEALTHY } from './endpoint-health.ts';
import type { DeliveryTarget, Endpoint } from './endpoint.ts';

/**
 * The delivery target of a deleted endpoint, without URL and secrets. It is kept until no message for the endpoint can exist,
 * because a missing item would look like a stale read (docs/failure-histories.md#stale-endpoint-read).
 */
export function toTombstone(endpoint: Endpoint): DeliveryTarget {
  return {
    id: endpoint.id,
    workspaceId: endpoint.workspaceId,
    url: '',
    enabled: false,
    suspendedReason: null,
    secrets: { current: '', hint: '', previous: null },
    signingKeys: null,
    headers: null,
    settingsVersion: endpoint.settingsVersion + 1,
    shards: endpoint.shards,
    deleted: true,
    health: HEALTHY,
  };
}
