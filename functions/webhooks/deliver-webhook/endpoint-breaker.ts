import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Timer } from '#shared/platform/runtime/timer.ts';
import type { AttemptOutcome } from '#shared/webhooks/domain/attempt-outcome.ts';
import { decideRoute } from '#shared/webhooks/domain/decide-route.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { Attempt } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { probeDelaySeconds } from '#shared/webhooks/domain/probe-job.ts';
import { toDelivery } from '#shared/webhooks/domain/to-delivery.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import type { DeliveryQueue, ReleaseQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import { logFields } from './log-fields.ts';

/** A request that takes longer than this, in milliseconds, moves its endpoint to the slow lane while it is still open. */
const SLOW_AFTER_MS = 1000;

/** How long an endpoint counts as slow after a slow request, and how often that is written anew at most (H25). */
const SLOW_FOR_MS = 60_000;
const MARK_EVERY_MS = 10_000;

/** So many quick answers in a row, as one instance of the function sees them, take an endpoint out of the slow lane. */
const QUICK_TO_LEAVE = 10;
const MAX_COUNTED = 1000;

const DEFERRED = { code: 'DELIVERY_DEFERRED', message: 'Endpoint is unresponsive; attempt deferred' };
const OPENED = { code: 'BREAKER_OPENED', message: 'Endpoint did not respond to several deliveries in a row' };
const CLOSED = {
  code: 'BREAKER_CLOSED',
  message: 'Endpoint responds again; deferred deliveries are released',
};
const NOT_NOTED = { code: 'HEALTH_NOT_RECORDED', message: 'Endpoint health could not be recorded' };

export type BreakerDependencies = {
  readonly health: EndpointHealthStore;
  readonly deferred: Pick<DeferredDeliveries, 'defer'>;
  readonly slowLane: DeliveryQueue;
  readonly releases: ReleaseQueue;
  readonly deferSeconds: number;
  readonly probeSeconds: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly after: Timer;
  readonly log: Log;
};

export type EndpointBreaker = ReturnType<typeof createEndpointBreaker>;

/** Where an attempt is made. `taken` means that it is made already, over, or in the hands of another run. */
type Way = 'here' | 'elsewhere' | 'taken';

/** Keeps endpoints that are slow, or give no answer, from delaying the others (R26, H25–H27; ADR 16). */
export function createEndpointBreaker(deps: BreakerDependencies) {
  const { health, deferred, slowLane, releases, deferSeconds, probeSeconds, clock, log } = deps;

  const quickAnswers = new Map<string, number>();

  /** Sends an attempt elsewhere, if it must not be made here and now. */
  async function route(job: DeliveryJob, target: DeliveryTarget): Promise<Way> {
    const now = clock();
    const course = decideRoute(job, target.health, {
      now,
      random: deps.random(),
      parkMs: deferSeconds * 1000,
    });
    if (course.kind === 'send') return 'here';
    if (course.kind === 'slow-lane') await slowLane.sendAll([{ ...job, slow: true }]);
    else if (course.kind === 'probe' && (await health.claimProbe(target, now, nextProbe(now)))) {
      await slowLane.sendAll([{ ...job, slow: true, deferred: true }]);
      await look(job.endpoint_id, probeDelaySeconds(probeSeconds));
    } else return defer(job, course.until, now);
    return 'elsewhere';
  }

  async function defer(job: DeliveryJob, until: Date, now: Date): Promise<Way> {
    if (!(await deferred.defer(toDelivery(job), job.attempt, until, now))) return 'taken';
    const seconds = Math.floor((until.getTime() - now.getTime()) / 1000);
    await slowLane.sendLater({ ...job, slow: true, deferred: true }, seconds);
    log.info(DEFERRED, { ...logFields(job), until: until.toISOString() });
    return 'elsewhere';
  }

  /** Makes a request under watch: one that is slow moves the endpoint's next ones out of the way before it has ended. */
  async function watch<Result>(target: DeliveryTarget, request: () => Promise<Result>): Promise<Result> {
    let marking: Promise<void> | undefined;
    const callOff = deps.after(SLOW_AFTER_MS, () => {
      const now = clock().getTime();
      const ifEarlierThan = new Date(now + SLOW_FOR_MS - MARK_EVERY_MS);
      if (target.health.slowUntil && target.health.slowUntil > ifEarlierThan) return;
      marking = health
        .markSlow(target, new Date(now + SLOW_FOR_MS), ifEarlierThan)
        .catch((error: unknown) => log.warn(NOT_NOTED, { endpoint_id: target.id, ...describeError(error) }));
    });
    try {
      return await request();
    } finally {
      callOff();
      await marking;
    }
  }

  /** Learns from an attempt that is on record. Whatever goes wrong here, the attempt stands. */
  async function recordOutcome(
    job: DeliveryJob,
    target: DeliveryTarget,
    { outcome, durationMs }: Pick<Attempt, 'outcome' | 'durationMs'>,
  ): Promise<void> {
    try {
      await countFastResponses(target, durationMs);
      if (isUnanswered(outcome)) await countUnanswered(job, target);
      else if (isAnswered(outcome)) await noteAnswer(target);
    } catch (error) {
      log.warn(NOT_NOTED, { endpoint_id: target.id, ...describeError(error) });
    }
  }

  /** An endpoint that hangs now and then would otherwise hold all its deliveries to the slow lane's few places. */
  async function countFastResponses(
    { health: { slowUntil }, ...target }: DeliveryTarget,
    durationMs: number,
  ) {
    if (!slowUntil || slowUntil <= clock() || durationMs >= SLOW_AFTER_MS) {
      quickAnswers.delete(target.id);
      return;
    }
    const quick = (quickAnswers.get(target.id) ?? 0) + 1;
    if (quickAnswers.size >= MAX_COUNTED) quickAnswers.clear();
    quickAnswers.set(target.id, quick);
    if (quick < QUICK_TO_LEAVE) return;
    quickAnswers.delete(target.id);
    await health.clearSlow(target, slowUntil);
  }

  async function countUnanswered(job: DeliveryJob, target: DeliveryTarget): Promise<void> {
    if (target.health.breaker) return;
    const now = clock();
    const unanswered = { deliveryId: job.delivery_id, isFirst: target.health.unanswered.size === 0 };
    if (!(await health.recordTimeout(target, unanswered, now, nextProbe(now)))) return;
    log.warn(OPENED, { endpoint_id: target.id, workspace_id: target.workspaceId });
    await look(target.id, probeDelaySeconds(probeSeconds));
  }

  async function noteAnswer(target: DeliveryTarget): Promise<void> {
    // Nothing bad was known: the usual case, and it writes nothing.
    if (!target.health.breaker && target.health.unanswered.size === 0) return;
    if (!(await health.recordResponse(target))) return;
    log.info(CLOSED, { endpoint_id: target.id, workspace_id: target.workspaceId });
    await look(target.id, 0);
  }

  function look(endpointId: string, delaySeconds: number): Promise<void> {
    return releases.send({ endpoint_id: endpointId, after: null, again: false }, delaySeconds);
  }

  function nextProbe(now: Date): Date {
    return new Date(now.getTime() + probeSeconds * 1000);
  }

  return { route, watch, recordOutcome };
}

/** The receiver was not there, or not in time. An address that we refuse, and our own breaking off, say nothing of it. */
function isUnanswered(outcome: AttemptOutcome): boolean {
  return outcome === 'timeout' || outcome === 'connect_timeout' || outcome === 'network_error';
}

function isAnswered(outcome: AttemptOutcome): boolean {
  return outcome === 'success' || outcome === 'http_error' || outcome === 'redirect';
}
