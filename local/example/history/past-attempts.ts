import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import { progressAfter } from '#shared/webhooks/sending/retry-policy.ts';
import type { History } from './history.ts';
import { pastResponse } from './past-responses.ts';
import { fraction } from './seeded.ts';

/** The delays of a deployed stage, in seconds. */
const DELAYS = [10, 60, 300, 1800, 7200];

/** From an event to the request. */
const FIRST_DELAY_MS = 400;

/** The sweep reads each minute once, some minutes later. An attempt that was due before is made so long from now, in milliseconds. */
const DUE_AFTER_MS = MINUTE_MS;

/** An attempt of the past, and the state of its delivery afterwards. */
type PastAttempt = { readonly attempt: Attempt; readonly progress: DeliveryProgress };

/** A delivery before its first attempt, with the attempts that were made until the end of the history. */
type PastDelivery = { readonly delivery: Delivery; readonly attempts: readonly PastAttempt[] };

/** The deliveries of an event, as the platform would have made them with these responses. */
export function pastDeliveriesOf(
  history: History,
  event: RecordedEvent,
  nameOf: ReadonlyMap<string, string>,
): readonly PastDelivery[] {
  return planDeliveries(event, deliveryIdFor).map((job) => {
    const delivery = toDelivery(job);
    return { delivery, attempts: attemptsOf(history, delivery, nameOf.get(delivery.endpointId) ?? '') };
  });
}

function attemptsOf(history: History, delivery: Delivery, endpoint: string): readonly PastAttempt[] {
  const made: PastAttempt[] = [];
  let startedAt = new Date(delivery.createdAt.getTime() + FIRST_DELAY_MS);
  while (startedAt < history.endsAt) {
    const number = made.length + 1;
    const name = `${delivery.correlationId} ${endpoint} ${number}`;
    const response = pastResponse(history, endpoint, { at: startedAt, attempt: number, name });
    const progress = progressAfter({
      ...response,
      attempt: number,
      retryAfter: null,
      now: new Date(startedAt.getTime() + response.durationMs),
      random: fraction(`jitter ${name}`),
      delays: DELAYS,
    });
    const next = progress.nextAttemptAt;
    const isLast = next === null || next >= history.endsAt;
    made.push({ attempt: { number, startedAt, ...response }, progress: isLast ? open(progress) : progress });
    if (isLast) break;
    startedAt = next;
  }
  return made;

  function open(progress: DeliveryProgress): DeliveryProgress {
    const { nextAttemptAt } = progress;
    if (nextAttemptAt === null) return progress;
    const soonest = history.clock().getTime() + DUE_AFTER_MS;
    return { ...progress, nextAttemptAt: new Date(Math.max(nextAttemptAt.getTime(), soonest)) };
  }
}
