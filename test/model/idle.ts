import { EVENT_TTL_MS } from '#shared/events/recording/recorded-event.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { deliveriesOf } from './deliveries-of.ts';
import type { Ledger } from './ledger.ts';
import type { Data } from './parts.ts';
import type { Timeline } from './timeline.ts';

/** Whether nothing is running, nothing is planned, and no promised work is still missing. */
export function isIdle(data: Data, ledger: Ledger, timeline: Timeline, deadLetters: number): boolean {
  if (timeline.isBusy() || deadLetters > 0) return false;
  const known = new Set<string>();
  for (const { id, nextAttemptAt } of data.deliveries.values()) {
    if (nextAttemptAt) return false;
    known.add(id);
  }
  return [...ledger.events.values()].every((event) =>
    deliveriesOf({ kind: 'event', event }).every((id) => known.has(id)),
  );
}

/** The deletion of expired items; late, as in DynamoDB. */
export function deleteExpiredEvents(data: Data, timeline: Timeline): void {
  for (const [id, { recordedAt }] of data.core.events) {
    if (timeline.now() - recordedAt.getTime() > EVENT_TTL_MS + 6 * HOUR_MS) data.core.events.delete(id);
  }
  timeline.afterAll(6 * HOUR_MS, () => deleteExpiredEvents(data, timeline));
}
