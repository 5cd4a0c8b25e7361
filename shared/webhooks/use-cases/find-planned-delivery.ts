import type { EventReader } from '#shared/events/ports/event-store.ts';
import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import { deliveryIdFor, isDerived, timeOfId } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/**
 * A delivery that is not recorded yet, because its first attempt has not ended (docs/adr/webhooks/0008-deterministic-delivery-ids.md). Its id contains
 * the time of its event, so the events of that millisecond are read, and the id of the delivery is derived from each.
 */
export async function findPlannedDelivery(
  events: Pick<EventReader, 'findRecordedAt'>,
  endpointId: string,
  deliveryId: string,
  now: Date,
): Promise<Delivery | undefined> {
  if (!isDerived(deliveryId)) return undefined;
  const recordedAt = timeOfId(deliveryId);
  const age = now.getTime() - recordedAt.getTime();
  if (age < 0 || age > EVENT_TTL_MS) return undefined;
  const recorded = await events.findRecordedAt(recordedAt);
  const job = recorded
    .flatMap((event) => planDeliveries(event, deliveryIdFor))
    .find((planned) => planned.deliveryId === deliveryId && planned.endpointId === endpointId);
  return job && { ...toDelivery(job), nextAttemptAt: recordedAt };
}
