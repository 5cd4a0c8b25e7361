import { setTimeout as wait } from 'node:timers/promises';
import { ingestEvents, type Ingestion } from './ingest-events.ts';
import type { LoadOptions } from './load-options.ts';
import { openLoad } from './open-load.ts';
import { type Percentiles, percentiles } from './percentiles.ts';

export type FairnessFigures = {
  /** From the 202 to the first request, at endpoints that respond at once. */
  readonly healthyMs: Percentiles;
  readonly healthyExpected: number;
  readonly healthyDelivered: number;
  /** Requests to hanging endpoints. */
  readonly hangingRequests: number;
  readonly seconds: number;
};

const POLL_INTERVAL_MS = 50;

/**
 * Measures the latency of the healthy endpoints while `deadEndpoints` of all endpoints hang on every request. Ends when the
 * healthy endpoints have received everything, or at the deadline. A missing delivery counts with the time it has waited so
 * far, so that a platform that starves the healthy endpoints cannot appear fast.
 */
export async function fairnessRun(options: LoadOptions, interrupted: AbortSignal): Promise<FairnessFigures> {
  const { events, endpoints, deadEndpoints, rate } = options;
  const { receiver, client, close } = await openLoad(options);
  const deadline = AbortSignal.timeout(options.deadlineSeconds * 1000);
  const signal = AbortSignal.any([deadline, interrupted]);
  const ingestion: Ingestion = { accepted: [], connectionErrors: 0, rejections: 0 };
  const healthyExpected = events * (endpoints - deadEndpoints);
  try {
    const startedAt = performance.now();
    await ingestEvents({ client, events, rate, signal, ingestion });
    while (receiver.tally.delivered < healthyExpected && !signal.aborted) await wait(POLL_INTERVAL_MS);

    const now = performance.now();
    const healthy = [...receiver.arrivals.values()].filter(({ endpoint }) => endpoint >= deadEndpoints);
    const acceptedAt = new Map(ingestion.accepted.map((event) => [event.id, event.acceptedAt]));
    const arrived = Map.groupBy(healthy, ({ eventId }) => eventId);
    const waits = ingestion.accepted.flatMap(({ id }) => {
      const from = acceptedAt.get(id) ?? now;
      const latencies = (arrived.get(id) ?? []).map(({ firstAt }) => Math.max(0, firstAt - from));
      const missing = endpoints - deadEndpoints - latencies.length;
      return [...latencies, ...Array.from({ length: missing }, () => now - from)];
    });
    const hanging = [...receiver.arrivals.values()].filter(({ endpoint }) => endpoint < deadEndpoints);
    return {
      healthyMs: percentiles(waits),
      healthyExpected,
      healthyDelivered: healthy.filter(({ deliveredAt }) => deliveredAt !== undefined).length,
      hangingRequests: hanging.reduce((sum, { requests }) => sum + requests, 0),
      seconds: Math.round((now - startedAt) / 100) / 10,
    };
  } finally {
    await close();
  }
}
