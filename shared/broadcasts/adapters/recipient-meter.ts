import { dollarsOf } from '#shared/broadcasts/domain/price.ts';
import type { RecipientStatus } from '#shared/broadcasts/domain/recipient-machine.ts';
import { BROADCASTS_METRICS } from '#shared/broadcasts/metrics.ts';
import type { RecipientMeter } from '#shared/broadcasts/ports/recipient-meter.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';

/** The results that a provider can report. An unknown result is counted as `WithoutResult`, not here. */
const RESULTS: ReadonlySet<RecipientStatus> = new Set(['sent', 'delivered', 'read', 'failed']);

/**
 * Counts the dollars that broadcasts reserve, the first results of their messages, and failures, which can also follow an acceptance. The price
 * of a message that was certainly not sent is subtracted. Messages of the sandbox reach no phone and are not counted.
 */
export function createRecipientMeter(metrics: Pick<Metrics, 'add'>): RecipientMeter {
  return {
    changed(before, after, platform) {
      if (platform === 'sandbox') return;
      const price = after.price - before.price;
      if (price !== 0) metrics.add(BROADCASTS_METRICS.spend, dollarsOf(price));
      if (after.status === before.status || !RESULTS.has(after.status)) return;
      if (!RESULTS.has(before.status)) metrics.add(BROADCASTS_METRICS.results, 1);
      if (after.status === 'failed') metrics.add(BROADCASTS_METRICS.failures, 1);
    },
  };
}
