import { newId } from '#shared/platform/runtime/ids.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';

/** The message of a first attempt of a new delivery. */
export function jobFor(
  endpoint: Pick<DeliveryTarget, 'id' | 'workspaceId' | 'settingsVersion'>,
  body: string,
): DeliveryJob {
  const now = new Date();
  return {
    deliveryId: newId(now),
    shard: 0,
    endpointId: endpoint.id,
    workspaceId: endpoint.workspaceId,
    eventId: newId(now),
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: null,
    test: false,
    resendOf: null,
    supersedes: [],
    settingsVersion: endpoint.settingsVersion,
    attempt: 1,
    dueAt: now.getTime(),
    createdAt: now.getTime(),
    recordedAt: now.getTime(),
    body,
    correlationId: 'bench',
  };
}
