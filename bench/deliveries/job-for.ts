import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';

/** The message of a first attempt of a new delivery. */
export function jobFor(
  endpoint: Pick<DeliveryTarget, 'id' | 'workspaceId' | 'settingsVersion'>,
  body: string,
): DeliveryJob {
  const now = new Date();
  return {
    delivery_id: newId(now),
    endpoint_id: endpoint.id,
    workspace_id: endpoint.workspaceId,
    event_id: newId(now),
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    resend_of: null,
    supersedes: [],
    settings_version: endpoint.settingsVersion,
    attempt: 1,
    due_at: now.getTime(),
    created_at: now.getTime(),
    recorded_at: now.getTime(),
    body,
    correlation_id: 'bench',
  };
}
