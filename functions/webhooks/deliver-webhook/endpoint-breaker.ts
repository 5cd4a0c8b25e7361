import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import { decideRoute } from '#shared/webhooks/domain/decide-route.ts';
import { type DeliveryJob, deliveryLogFields, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { AttemptOutcome, Attempt } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { probeDelaySeconds } from '#shared/webhooks/domain/release-job.ts';
import { WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type { DeliveryQueue, ReleaseQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { FailureNotifier } from './failure-notifier.ts';

/** A request that is still open after this time, in milliseconds, moves its endpoint to the slow lane. */
const SLOW_AFTER_MS = 1000;

/** An endpoint stays in the slow lane this long after a slow request. */
const SLOW_FOR_MS = 60_000;
/** Minimum time between two writes of `slowUntil`. */
const MARK_EVERY_MS = 10_000;

/** Consecutive fast responses, per container, after which an endpoint leaves the slow lane. */
const FAST_TO_LEAVE = 10;
/** Endpoints counted per container, so that the map cannot grow without a limit. */
const MAX_COUNTED = 1000;

const DEFERRED = { code: 'DELIVERY_DEFERRED', message: 'Endpoint is unresponsive; attempt deferred' };
const OPENED = { code: 'BREAKER_OPENED', message: 'Endpoint did not respond to several deliveries in a row' };
const CLOSED = {
  code: 'BREAKER_CLOSED',
  message: 'Endpoint responds again; deferred deliveries are released',
};
const HEALTH_NOT_RECORDED = { code: 'HEALTH_NOT_RECORDED', message: 'Endpoint health could not be recorded' };

export type BreakerDependencies = {
  readonly health: EndpointHealthStore;
  readonly deferred: Pick<DeferredDeliveries, 'defer'>;
  readonly slowLane: DeliveryQueue;
  readonly releases: ReleaseQueue;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly deferSeconds: number;
  readonly probeSeconds: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly after: Timer;
  readonly log: Log;
};

/**
 * What happens to a job. `inline`: this run makes the attempt. `diverted`: another message makes the attempt later. `owned`:
 * the attempt is recorded, another run holds it, or the delivery has ended.
 */
export type DeliveryRoute = 'inline' | 'diverted' | 'owned';

/**
 * Prevents endpoints that are slow or unresponsive from delaying the others: a slow lane and a circuit breaker
 * (docs/adr/webhooks/0016-circuit-breaker.md).
 */
export function createEndpointBreaker(
  deps: BreakerDependencies,
  notifier: Pick<FailureNotifier, 'breakerOpened' | 'breakerCloses'>,
) {
  const { health, deferred, slowLane, releases, metrics, deferSeconds, probeSeconds, clock, log } = deps;

  const fastResponses = new Map<string, number>();

  /**
   * Routes an attempt. An attempt that this run must not make is sent to the slow lane, sent there as a probe, or deferred.
   */
  async function route(job: DeliveryJob, target: DeliveryTarget): Promise<DeliveryRoute> {
    const now = clock();
    const decision = decideRoute(job, target.health, {
      now,
      random: deps.random(),
      deferMs: deferSeconds * 1000,
    });
    if (decision.kind === 'inline') return 'inline';
    if (decision.kind === 'slow-lane') await slowLane.sendAll([{ ...job, slow: true }]);
    else if (decision.kind === 'probe' && (await health.claimProbe(target, now, nextProbe(now)))) {
      await slowLane.sendAll([{ ...job, slow: true, deferred: true }]);
      await scheduleProbe(job.endpointId, probeDelaySeconds(probeSeconds));
    } else return defer(job, decision.until, now);
    return 'diverted';
  }

  async function defer(job: DeliveryJob, until: Date, now: Date): Promise<DeliveryRoute> {
    if (!(await deferred.defer(toDelivery(job), job.attempt, until, now))) return 'owned';
    metrics.add(WEBHOOKS_METRICS.attempts, 1, { outcome: 'deferred' });
    const seconds = Math.floor((until.getTime() - now.getTime()) / 1000);
    await slowLane.sendLater({ ...job, slow: true, deferred: true }, seconds);
    log.info(DEFERRED, { ...deliveryLogFields(job), until: until.toISOString() });
    return 'diverted';
  }

  /** Watches a request. The endpoint is marked as slow while the slow request is still open, so that later attempts are diverted. */
  async function watch<Result>(target: DeliveryTarget, request: () => Promise<Result>): Promise<Result> {
    let marking: Promise<void> | undefined;
    const cancelTimer = deps.after(SLOW_AFTER_MS, () => {
      const now = clock().getTime();
      const ifEarlierThan = new Date(now + SLOW_FOR_MS - MARK_EVERY_MS);
      if (target.health.slowUntil && target.health.slowUntil > ifEarlierThan) return;
      marking = health
        .markSlow(target, new Date(now + SLOW_FOR_MS), ifEarlierThan)
        .catch((error: unknown) =>
          log.warn(HEALTH_NOT_RECORDED, { endpoint_id: target.id, ...describeError(error) }),
        );
    });
    try {
      return await request();
    } finally {
      cancelTimer();
      await marking;
    }
  }

  /** Updates the health of the endpoint after an attempt. An error here does not affect the attempt. */
  async function recordOutcome(
    job: DeliveryJob,
    target: DeliveryTarget,
    { outcome, durationMs }: Pick<Attempt, 'outcome' | 'durationMs'>,
  ): Promise<void> {
    try {
      await countFastResponses(target, durationMs);
      if (isTimeout(outcome)) await countTimeout(job, target);
      else if (hasResponse(outcome)) await closeBreaker(target);
    } catch (error) {
      log.warn(HEALTH_NOT_RECORDED, { endpoint_id: target.id, ...describeError(error) });
    }
  }

  /**
   * An endpoint leaves the slow lane early, after several fast responses in a row. Otherwise occasional slow requests would
   * keep all its deliveries there.
   */
  async function countFastResponses(
    { health: { slowUntil }, ...target }: DeliveryTarget,
    durationMs: number,
  ) {
    if (!slowUntil || slowUntil <= clock() || durationMs >= SLOW_AFTER_MS) {
      fastResponses.delete(target.id);
      return;
    }
    const fast = (fastResponses.get(target.id) ?? 0) + 1;
    if (fastResponses.size >= MAX_COUNTED) fastResponses.clear();
    fastResponses.set(target.id, fast);
    if (fast < FAST_TO_LEAVE) return;
    fastResponses.delete(target.id);
    await health.clearSlow(target, slowUntil);
  }

  async function countTimeout(job: DeliveryJob, target: DeliveryTarget): Promise<void> {
    if (target.health.breaker) return;
    const now = clock();
    const timeout = { deliveryId: job.deliveryId, isFirst: target.health.timedOutDeliveries.size === 0 };
    if (!(await health.recordTimeout(target, timeout, now, nextProbe(now)))) return;
    await notifier.breakerOpened(target, now);
    log.warn(OPENED, { endpoint_id: target.id, workspace_id: target.workspaceId });
    await scheduleProbe(target.id, probeDelaySeconds(probeSeconds));
  }

  async function closeBreaker(target: DeliveryTarget): Promise<void> {
    // The usual case: no failures are recorded, so nothing is written.
    if (!target.health.breaker && target.health.timedOutDeliveries.size === 0) return;
    // Reported before it is written: if this run stops in between, the run of the next response repeats both.
    await notifier.breakerCloses(target);
    if (!(await health.recordResponse(target))) return;
    log.info(CLOSED, { endpoint_id: target.id, workspace_id: target.workspaceId });
    await scheduleProbe(target.id, 0);
  }

  function scheduleProbe(endpointId: string, delaySeconds: number): Promise<void> {
    return releases.send({ endpointId, after: null, secondPass: false }, delaySeconds);
  }

  function nextProbe(now: Date): Date {
    return new Date(now.getTime() + probeSeconds * 1000);
  }

  return { route, watch, recordOutcome };
}

/** The receiver was unreachable or did not respond in time. `blocked_address` and `cancelled` are no evidence about the receiver. */
function isTimeout(outcome: AttemptOutcome): boolean {
  return outcome === 'timeout' || outcome === 'connect_timeout' || outcome === 'network_error';
}

function hasResponse(outcome: AttemptOutcome): boolean {
  return outcome === 'success' || outcome === 'http_error' || outcome === 'redirect';
}
