import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { type ProbeJob, probeDelaySeconds } from '#shared/webhooks/domain/probe-job.ts';
import { toDeliveryJob } from '#shared/webhooks/domain/to-delivery-job.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type { DeliveryQueue, ReleaseQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';

/** Deliveries let go for one message, and the pause to the next one: a receiver that just came back is not flooded (H26). */
const LET_GO = 100;
const PAUSE_SECONDS = 1;

/** Of so many the oldest that is still deferred is the probe: the index is a moment behind. */
const LOOKED_AT = 20;

/** A run that saw the breaker open may defer for this long after it closed: the function's timeout, and a little. */
const LATE_PARKING_SECONDS = 20;

const PROBED = {
  code: 'ENDPOINT_PROBED',
  message: 'One deferred delivery is sent to probe the endpoint',
};
const LET_GO_SOME = { code: 'DEFERRED_RELEASED', message: 'Deferred deliveries are queued again' };

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'readTarget'>;
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
 * Looks at an endpoint's deferred deliveries: while the breaker is open it sends one of them as a probe, then and when; once it is
 * closed it lets all go, page by page. A look that is lost or comes twice does no harm: each deferred delivery also wakes by
 * itself, and an attempt is claimed before it is made.
 */
export function createHandler(deps: Dependencies) {
  const { endpoints, health, deferred, queue, slowLane, releases, probeSeconds, clock, log } = deps;

  return async (job: ProbeJob): Promise<void> => {
    const target = await endpoints.readTarget(job.endpoint_id);
    // What waits for an endpoint that cannot be sent to is cancelled or held when it wakes.
    if (!target || !target.enabled || target.suspendedReason !== null) return;
    if (target.health.breaker) await probe(target);
    else await letGo(job);
  };

  async function probe(target: DeliveryTarget): Promise<void> {
    const now = clock();
    const nextProbeAt = new Date(now.getTime() + probeSeconds * 1000);
    const [oldest] = (await deferred.list(target.id, { after: null, limit: LOOKED_AT })).deferred;
    // With nothing deferred the probe is left to the next delivery that comes.
    if (!oldest) return;
    // Of two chains of looks the one that does not get the probe ends.
    if (!(await health.claimProbe(target, now, nextProbeAt))) return;
    await slowLane.sendAll([{ ...wakingNow(oldest, now), slow: true }]);
    await releases.send(
      { endpoint_id: target.id, after: null, again: false },
      probeDelaySeconds(probeSeconds),
    );
    log.info(PROBED, { endpoint_id: target.id, delivery_id: oldest.id });
  }

  async function letGo({ endpoint_id, after, again }: ProbeJob): Promise<void> {
    const now = clock();
    const page = await deferred.list(endpoint_id, { after, limit: LET_GO });
    await queue.sendAll(page.deferred.map((delivery) => wakingNow(delivery, now)));
    if (page.deferred.length > 0) log.info(LET_GO_SOME, { endpoint_id, deliveries: page.deferred.length });
    if (page.next !== null) await releases.send({ endpoint_id, after: page.next, again }, PAUSE_SECONDS);
    else if (!again) await releases.send({ endpoint_id, after: null, again: true }, LATE_PARKING_SECONDS);
  }
}

/** Its own message comes later and finds the attempt made. */
function wakingNow(delivery: Delivery, now: Date): DeliveryJob {
  return { ...toDeliveryJob(delivery), due_at: now.getTime() };
}
