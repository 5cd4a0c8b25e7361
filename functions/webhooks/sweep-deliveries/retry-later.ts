import { timeOfId } from '#shared/platform/runtime/ids.ts';

const MINUTE_MS = 60_000;
const MIN_MS = 10 * MINUTE_MS;
const MAX_MS = 6 * 60 * MINUTE_MS;

/**
 * When a delivery that is queued again now is looked at next: after 10 minutes, later as it ages, within 6 hours. A delivery
 * that can never be handled so ends in the DLQ some dozens of times in its life, not once every 10 minutes.
 */
export function retryLaterAt(deliveryId: string, now: Date): Date {
  const age = now.getTime() - timeOfId(deliveryId).getTime();
  return new Date(now.getTime() + Math.min(MAX_MS, Math.max(MIN_MS, age / 2)));
}
