import { createReleaseDeliveriesHandler } from '#functions/release-deliveries/handler.ts';
import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { ReleaseJob } from '#shared/domain/delivery/release.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { aContext, aDelivery, anEndpoint, foundWorkspaceIn, later, NOW } from './builders.ts';
import { BREAKER } from './delivery-bench.ts';
import { createMemoryDeliveryQueue } from './memory-delivery-queue.ts';
import { createMemoryReleaseQueue } from './memory-release-queue.ts';
import { createMemoryBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';
import { openBreaker } from './unresponsive.ts';

type Options = {
  readonly parked?: number;
  readonly endpoint?: Partial<Endpoint>;
  /** Seconds until its first probe is due; without it the breaker is closed. */
  readonly probeIn?: number;
};

/** `release-deliveries` over the fakes, for an endpoint with parked deliveries, one a second old each. */
export async function startReleaseBench({ parked: count = 3, endpoint: overrides, probeIn }: Options = {}) {
  const platform = createMemoryBench();
  const queue = createMemoryDeliveryQueue();
  const slowLane = createMemoryDeliveryQueue();
  const releases = createMemoryReleaseQueue();
  const clock = createTestClock();
  const log = createRecordingLog();
  const { owned } = await foundWorkspaceIn(platform.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true, ...overrides });
  await platform.endpoints.create(endpoint, aContext());
  if (probeIn !== undefined) await openBreaker(platform.health, endpoint, { probeAt: later(probeIn) });
  const parked: Delivery[] = [];
  for (let index = 0; index < count; index += 1) parked.push(await park(index - count));

  /** One more parked delivery, of an event so many seconds from now. */
  async function park(seconds: number): Promise<Delivery> {
    const delivery = aDelivery({ endpointId: endpoint.id, createdAt: later(seconds) });
    await platform.parked.park(delivery, 1, later(BREAKER.parkSeconds), NOW);
    return delivery;
  }

  const handle = createReleaseDeliveriesHandler({
    ...platform,
    queue,
    slowLane,
    releases,
    probeSeconds: BREAKER.probeSeconds,
    clock,
    log,
  });

  return {
    platform,
    queue,
    slowLane,
    releases,
    clock,
    log,
    endpoint,
    parked,
    park,
    /** Runs the function with one message; the first look unless said otherwise. */
    look: (job: Partial<ReleaseJob> = {}) =>
      handle({ endpoint_id: endpoint.id, after: null, again: false, ...job }),
  };
}
