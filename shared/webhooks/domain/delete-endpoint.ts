import { HEALTHY } from './endpoint-health.ts';
import type { DeliveryTarget, Endpoint } from './endpoint.ts';

/**
 * The delivery view that remains of a deleted endpoint, without URL and secrets, until no message for it can exist. A missing
 * item would look like a stale read (docs/failure-histories.md#stale-endpoint-read).
 */
export function toTombstone(endpoint: Endpoint): DeliveryTarget {
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
