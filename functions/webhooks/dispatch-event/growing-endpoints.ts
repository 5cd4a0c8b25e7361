import type { RateCounter } from '#shared/platform/core/rate-limit.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { grownShards } from '#shared/webhooks/domain/delivery-shards.ts';
import type { EndpointShards, GrowingEndpoint } from '#shared/webhooks/ports/endpoint-shards.ts';

/**
 * First attempts of one endpoint in one minute that a container counts before it adds them to the counter. Endpoints with fewer cost
 * nothing; the others cost one write for this many deliveries.
 */
const SAMPLE = 200;

/** Endpoints that a container counts in one minute; after more of them it starts anew. */
const MAX_COUNTED = 10_000;

const GROWN = { code: 'ENDPOINT_SHARDS_GREW', message: 'The deliveries of an endpoint use more partitions' };
const NOT_COUNTED = {
  code: 'ATTEMPTS_NOT_COUNTED',
  message: 'The first attempts of an endpoint were not counted; the next sample counts again',
};

export type Dependencies = {
  readonly counter: RateCounter;
  readonly shards: EndpointShards;
  readonly clock: Clock;
  readonly log: Log;
};

/** Counts the first attempts of each endpoint that was matched. Never rejects: the deliveries are queued already. */
export type CountAttempts = (matched: readonly GrowingEndpoint[]) => Promise<void>;

/**
 * Gives an endpoint more partitions when it receives more first attempts than one partition accepts. Containers share one counter for
 * each endpoint and minute, to which they add in samples (docs/adr/platform/0037-rate-limits.md). Events from before the growth cannot cause
 * it again: the write requires the number of shards that the event was matched with.
 */
export function createCountAttempts({ counter, shards, clock, log }: Dependencies): CountAttempts {
  const counts = new Map<string, number>();
  let minute = 0;

  return async (matched) => {
    const now = clock().getTime();
    const current = now - (now % MINUTE_MS);
    if (current !== minute || counts.size > MAX_COUNTED) counts.clear();
    minute = current;
    for (const endpoint of matched) {
      const count = (counts.get(endpoint.endpointId) ?? 0) + 1;
      counts.set(endpoint.endpointId, count % SAMPLE);
      if (count === SAMPLE) await addSample(endpoint);
    }
  };

  async function addSample(endpoint: GrowingEndpoint): Promise<void> {
    const { endpointId } = endpoint;
    try {
      const total = await counter.add(`${endpointId}#attempts`, new Date(minute), SAMPLE);
      const grown = grownShards(endpoint.shards, total);
      if (grown !== undefined && (await shards.grow(endpoint, grown)))
        log.info(GROWN, { endpoint_id: endpointId, shards: grown });
    } catch (error) {
      log.warn(NOT_COUNTED, { endpoint_id: endpointId, ...describeError(error) });
    }
  }
}
