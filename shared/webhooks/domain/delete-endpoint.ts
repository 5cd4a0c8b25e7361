import { HEALTHY } from './endpoint-health.ts';
import type { DeliveryTarget, Endpoint } from './endpoint.ts';

/**
 * What remains of a deleted endpoint, without URL and secrets, until nothing can be queued for it any more: a missing
 * item would be taken for a stale read (docs/failure-histories.md#stale-endpoint-read).
 */
export function tombstoneOf(endpoint: Endpoint): DeliveryTarget {
  return {
    id: endpoint.id,
    workspaceId: endpoint.workspaceId,
    url: '',
    enabled: false,
    suspendedReason: null,
    secrets: { current: '', hint: '', previous: null },
    settingsVersion: endpoint.settingsVersion + 1,
    deleted: true,
    health: HEALTHY,
  };
}
