import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';

const MIN_MS = 10 * MINUTE_MS;
const MAX_MS = 6 * 60 * MINUTE_MS;

/**
 * The time of the next check of a delivery that the sweep queues now: after half the age of the delivery, but at least 10
 * minutes and at most 6 hours. If the messages of a delivery can never be processed, a few dozen of them therefore end in
 * the DLQ, not one every 10 minutes.
 */
export function nextCheckAt(deliveryId: string, now: Date): Date {
  const age = now.getTime() - timeOfId(deliveryId).getTime();
  return new Date(now.getTime() + Math.min(MAX_MS, Math.max(MIN_MS, age / 2)));
}
