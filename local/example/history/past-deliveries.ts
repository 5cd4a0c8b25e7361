import { EVENT_TTL_MS, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { type History, HISTORY_DAYS, type HistoryStep } from './history.ts';
import { pastDeliveriesOf } from './past-attempts.ts';
import { namesOfPastEndpoints, readPastDirectory } from './past-endpoints.ts';
import { pastEventsOn } from './past-events.ts';
import { writeAll } from './write-all.ts';

/** An event that expires within these milliseconds is not written: its entry in the log would remain without the event. */
const EXPIRES_SOON_MS = 12 * HOUR_MS;

/** Few enough that the stack responds to its user meanwhile. */
const EVENTS_AT_ONCE = 25;

/** One step for each day, from the first to the last. */
export const DELIVERY_STEPS: readonly HistoryStep[] = Array.from(
  { length: HISTORY_DAYS + 1 },
  (_, index): HistoryStep =>
    (history) =>
      writeDay(history, HISTORY_DAYS - index),
);

/**
 * Writes the deliveries of an event before the event. The dispatcher then queues deliveries whose first attempt is recorded, and none of
 * them is sent again. It also lists the events in the log: one after another, so that they are there in their order.
 */
async function writeDay(history: History, daysBefore: number): Promise<void> {
  const names = namesOfPastEndpoints(history);
  const events = pastEventsOn(history, daysBefore, await readPastDirectory(history));
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    const some = events.slice(from, from + EVENTS_AT_ONCE);
    await Promise.all(
      some
        .flatMap((event) => pastDeliveriesOf(history, event, names))
        .map((delivery) => writeDelivery(history, delivery)),
    );
    const items = some.filter((event) => isStored(history, event)).map(toEventItem);
    await writeAll(history.core, items);
  }
}

async function writeDelivery(
  { deliveries }: History,
  { delivery, attempts }: ReturnType<typeof pastDeliveriesOf>[number],
): Promise<void> {
  const store = createDynamoDeliveryStore(deliveries);
  for (const { attempt, progress } of attempts) await store.recordAttempt(delivery, attempt, progress, true);
}

/** Deliveries are kept longer than their events. */
function isStored({ clock }: History, { recordedAt }: RecordedEvent): boolean {
  return clock().getTime() - recordedAt.getTime() < EVENT_TTL_MS - EXPIRES_SOON_MS;
}
