import { timeOfId } from '#shared/platform/runtime/ids.ts';

const MINUTE_MS = 60_000;
const MIN_MS = 10 * MINUTE_MS;
const MAX_MS = 6 * 60 * MINUTE_MS;

/**
 * When the sweep checks a delivery again that it queues now: after 10 minutes, less often as it ages, at most after 6 hours.
 * A delivery that can never be handled is therefore moved to the DLQ some dozens of times, not once every 10 minutes.
 */
export function retryLaterAt(deliveryId: string, now: Date): Date {
  const age = now.getTime() - timeOfId(deliveryId).getTime();
  return new Date(now.getTime() + Math.min(MAX_MS, Math.max(MIN_MS, age / 2)));
}
