import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ingestEvents, type Ingestion } from '#bench/load/ingest-events.ts';
import type { LoadOptions } from '#bench/load/load-options.ts';
import { openLoad } from '#bench/load/open-load.ts';
import { type Percentiles, percentiles } from '#bench/load/percentiles.ts';

export type FairnessFigures = {
  /** From the 202 to the first request, at endpoints that respond at once. */
  readonly healthyMs: Percentiles;
  readonly healthyExpected: number;
  readonly healthyDelivered: number;
  /** Requests to hanging endpoints. */
  readonly hangingRequests: number;
  readonly seconds: number;
  /** From the last 202 to the last request of a healthy endpoint, or to the deadline. */
  readonly drainSeconds: number;
  /** Attempts of healthy endpoints in the slow lane. */
  readonly healthyInSlowLane: number;
};

const POLL_INTERVAL_MS = 50;

/**
 * Measures the latency of the healthy endpoints while `deadEndpoints` of all endpoints hang on every request. Ends when the
 * healthy endpoints have received everything, or at the deadline. A missing delivery counts with the time it has waited so
 * far, so that a platform that starves the healthy endpoints cannot appear fast.
 */
export async function fairnessRun(options: LoadOptions, interrupted: AbortSignal): Promise<FairnessFigures> {
  const { events, endpoints, deadEndpoints, rate } = options;
  const { receiver, client, stack, endpointIds, close } = await openLoad(options);
  const deadline = AbortSignal.timeout(options.deadlineSeconds * 1000);
  const signal = AbortSignal.any([deadline, interrupted]);
  const ingestion: Ingestion = { accepted: [], connectionErrors: 0, rejections: 0 };
  const healthyExpected = events * (endpoints - deadEndpoints);
  try {
    const startedAt = performance.now();
    await ingestEvents({ client, events, rate, signal, ingestion });
    const ingestedAt = performance.now();
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
      seconds: tenths(now - startedAt),
      drainSeconds: tenths(now - ingestedAt),
      healthyInSlowLane: await countInSlowLane(stack.dataDir, new Set(endpointIds.slice(deadEndpoints))),
    };
  } finally {
    await close();
  }
}

/** Counts the attempts in the slow lane that the log of the functions contains. */
async function countInSlowLane(dataDir: string, endpointIds: ReadonlySet<string>): Promise<number> {
  const lines = (await readFile(join(dataDir, 'functions.log'), 'utf8')).split('\n');
  return lines.filter((line) => {
    if (!line.includes('"lane":"slow"')) return false;
    const endpoint = /"endpoint_id":"([^"]+)"/u.exec(line)?.[1];
    return endpoint !== undefined && endpointIds.has(endpoint);
  }).length;
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
