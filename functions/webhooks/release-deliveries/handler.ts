import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { type DeliveryJob, toDeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { type ReleaseJob, probeDelaySeconds } from '#shared/webhooks/domain/release-job.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type { DeliveryQueue, ReleaseQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';

/**
 * Deliveries released per message. Together with `PAUSE_SECONDS`, this limits the requests per second to a receiver that
 * has just recovered.
 */
const PAGE_SIZE = 100;
/** Pause before the message of the next page. */
const PAUSE_SECONDS = 1;

/**
 * Number of deliveries that are read to choose a probe. The index is eventually consistent, so the oldest ones may no longer
 * be deferred; the first one that still is becomes the probe.
 */
const PROBE_CANDIDATES = 20;

/**
 * A run that read the breaker as open can defer a delivery this long after the breaker closed: the function's timeout plus
 * a margin.
 */
const LATE_DEFERRAL_SECONDS = 20;

const PROBED = {
  code: 'ENDPOINT_PROBED',
  message: 'One deferred delivery is sent to probe the endpoint',
};
const RELEASED = { code: 'DEFERRED_RELEASED', message: 'Deferred deliveries are queued again' };

export type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'readTarget'>;
  readonly health: Pick<EndpointHealthStore, 'claimProbe'>;
  readonly deferred: Pick<DeferredDeliveries, 'list'>;
  readonly queue: Pick<DeliveryQueue, 'sendAll'>;
  readonly slowLane: Pick<DeliveryQueue, 'sendAll'>;
  readonly releases: ReleaseQueue;
  readonly probeSeconds: number;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Handles the deferred deliveries of an endpoint. While the circuit breaker is open, each message sends one of them as a
 * probe and schedules the next probe. Once the breaker is closed, all are released, page by page. A lost or repeated
 * message does no harm: each deferred delivery also has its own delayed message, and an attempt is claimed before it is made.
 */
export function createHandler(deps: Dependencies) {
  const { endpoints, health, deferred, queue, slowLane, releases, probeSeconds, clock, log } = deps;

  return async (job: ReleaseJob): Promise<void> => {
    const target = await endpoints.readTarget(job.endpointId);
    // If the endpoint cannot receive, its deferred deliveries are cancelled or held when their own messages are received.
    if (!target || !target.enabled || target.suspendedReason !== null) return;
    if (target.health.breaker) await probe(target);
    else await release(target, job);
  };

  async function probe(target: DeliveryTarget): Promise<void> {
    const now = clock();
    const nextProbeAt = new Date(now.getTime() + probeSeconds * 1000);
    const [oldest] = (await deferred.list(target, { after: null, limit: PROBE_CANDIDATES })).deferred;
    // If nothing is deferred, the next delivery of an event becomes the probe.
    if (!oldest) return;
    // If two probe messages exist at a time, only the one that gets the claim schedules the next probe.
    if (!(await health.claimProbe(target, now, nextProbeAt))) return;
    await slowLane.sendAll([{ ...jobDueNow(oldest, now), slow: true }]);
    await releases.send(
      { endpointId: target.id, after: null, secondPass: false },
      probeDelaySeconds(probeSeconds),
    );
    log.info(PROBED, { endpoint_id: target.id, delivery_id: oldest.id });
  }

  async function release(
    target: DeliveryTarget,
    { endpointId, after, secondPass }: ReleaseJob,
  ): Promise<void> {
    const now = clock();
    const page = await deferred.list(target, { after, limit: PAGE_SIZE });
    await queue.sendAll(page.deferred.map((delivery) => jobDueNow(delivery, now)));
    if (page.deferred.length > 0)
      log.info(RELEASED, { endpoint_id: endpointId, deliveries: page.deferred.length });
    if (page.next !== null) await releases.send({ endpointId, after: page.next, secondPass }, PAUSE_SECONDS);
    else if (!secondPass)
      await releases.send({ endpointId, after: null, secondPass: true }, LATE_DEFERRAL_SECONDS);
  }
}

/** The message of the next attempt, to be sent now. The delayed message of the delivery is received later and skipped. */
function jobDueNow(delivery: Delivery, now: Date): DeliveryJob {
  return { ...toDeliveryJob(delivery), dueAt: now.getTime() };
}
