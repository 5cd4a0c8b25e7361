import { HEALTHY } from './endpoint-health.ts';
import type { DeliveryTarget, Endpoint } from './endpoint.ts';

/** What stays of a deleted endpoint until nothing can be queued for it any more: without URL and secrets (H4). */
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
