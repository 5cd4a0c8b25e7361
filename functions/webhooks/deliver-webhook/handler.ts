import type { EventStore } from '#shared/events/ports/event-store.ts';
import { SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { type Admission, admit } from '#shared/webhooks/domain/admit.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import { toDelivery, nextJob } from '#shared/webhooks/domain/to-delivery.ts';
import type { RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';
import type { DeliveryProgress, DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';
import type { EndpointBreaker } from './endpoint-breaker.ts';
import { logFields } from './log-fields.ts';
import { progressAfter } from './progress-after.ts';
import type { AttemptSender } from './send-attempt.ts';

/** A message may wake a little before its time: the clocks of queue and function are not one. */
const EARLY_MS = 1000;

/** Younger than this, in milliseconds, a delivery was queued once; the sweep queues older ones again. */
const FRESH_MS = 120_000;

/** When the key service is down the attempt waits this long, uncounted (H17); a lease taken for it has ended by then. */
const SECRET_WAIT_MS = 60_000;

const ATTEMPT_MADE = { code: 'ATTEMPT_MADE', message: 'Delivery attempt recorded' };
const ATTEMPT_SKIPPED = { code: 'ATTEMPT_SKIPPED', message: 'Nothing to send for this message' };
const SECRET_UNAVAILABLE = {
  code: 'SECRET_UNAVAILABLE',
  message: 'Signing secret cannot be decrypted now; attempt postponed',
};

type Dependencies = {
  readonly endpoints: Pick<EndpointStore, 'readTarget'>;
  readonly events: Pick<EventStore, 'find'>;
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'recordAttempt' | 'settle' | 'supersede'>;
  readonly planner: RetryPlanner;
  readonly sendAttempt: AttemptSender;
  readonly breaker: EndpointBreaker;
  readonly retryDelays: readonly number[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

/** Why nothing is sent, now or ever. */
type Refusal = Extract<Admission, { kind: 'hold' | 'cancel' }> | { kind: 'fail'; reason: 'payload_expired' };

/**
 * Makes one attempt of one delivery: claim, look at the endpoint, sign and send, record, plan the next. Whatever the
 * receiver does is recorded and is no failure of the message; only our own trouble is, and then the message comes again.
 */
export function createHandler(deps: Dependencies) {
  const { endpoints, events, deliveries, planner, sendAttempt, breaker, clock, log } = deps;

  return async (job: DeliveryJob, { receiveCount }: Pick<MessageMetadata, 'receiveCount'>): Promise<void> => {
    const receivedAt = clock();
    if (job.due_at - receivedAt.getTime() > EARLY_MS) return planner.defer(job, receivedAt);

    // A first receive of a fresh first attempt has nothing on record yet: the common case costs no claim (H3).
    const isClaimed = mayBeRecorded(job, receiveCount, receivedAt);
    if (isClaimed) {
      // Before the lease is taken: whoever goes another way must not hold it. What is taken, the claim tells apart.
      const early = admit(job, await endpoints.readTarget(job.endpoint_id));
      if (early.kind === 'send' && (await breaker.route(job, early.target)) === 'elsewhere') return;
      const claim = await deliveries.claim(toDelivery(job), job.attempt, receivedAt);
      if (claim.kind === 'leased') throw new RetryMessageError('Another run holds this attempt');
      if (claim.kind === 'recorded') return planNext(job, claim.delivery);
      if (claim.kind === 'superseded') {
        if (claim.delivery) await endSuperseded(job, claim.delivery, receivedAt);
        return log.info(ATTEMPT_SKIPPED, logFields(job));
      }
    }

    // The endpoint is read last: nothing slow stands between its word and the request (R18).
    const body = job.body ?? (await events.find(job.event_id))?.body;
    const admission = admit(job, await endpoints.readTarget(job.endpoint_id));
    if (admission.kind === 'look-again')
      throw new RetryMessageError('The endpoint as read is older than the message');
    if (admission.kind !== 'send') return settle(job, admission);
    const way = isClaimed ? 'here' : await breaker.route(job, admission.target);
    if (way === 'taken') throw new RetryMessageError('The attempt has to be claimed after all');
    if (way === 'elsewhere') return;

    if (body === undefined || body === '') return settle(job, { kind: 'fail', reason: 'payload_expired' });
    await makeAttempt(job, admission.target, body, !isClaimed);
  };

  async function makeAttempt(
    job: DeliveryJob,
    target: DeliveryTarget,
    body: string,
    isProbablyNew: boolean,
  ): Promise<void> {
    const startedAt = clock();
    const watch = (request: () => Promise<SendResult>) => breaker.watch(target, request);
    const result = await sendAttempt(job, target, body, startedAt, watch).catch((error: unknown) => {
      if (!(error instanceof SecretUnavailableError)) throw error;
      log.warn(SECRET_UNAVAILABLE, { ...logFields(job), ...describeError(error) });
      return undefined;
    });
    if (!result) return deferForSecret(job, startedAt);

    const { statusCode, durationMs, outcome, error, responseText } = result;
    const attempt: Attempt = {
      number: job.attempt,
      startedAt,
      statusCode,
      durationMs,
      outcome,
      error,
      responseText,
    };
    const made = {
      ...result,
      attempt: job.attempt,
      now: clock(),
      random: deps.random(),
      delays: deps.retryDelays,
    };
    const recorded = await deliveries.recordAttempt(
      toDelivery(job),
      attempt,
      await settled(job, progressAfter(made)),
      isProbablyNew,
    );
    log.info(ATTEMPT_MADE, {
      ...logFields(job),
      outcome,
      status: statusCode,
      duration_ms: durationMs,
      state: recorded.state,
    });
    await endSuperseded(job, recorded, clock());
    await planNext(job, recorded);
    await breaker.recordOutcome(job, target, attempt);
  }

  /** An attempt that was in flight at an edit counts as it went if it succeeded, else the edit cancels it (R17). */
  async function settled(job: DeliveryJob, progress: DeliveryProgress): Promise<DeliveryProgress> {
    if (progress.state === 'succeeded') return progress;
    // A request that was made must get on record: if the endpoint cannot be read now, the next wake finds the edit.
    const target = await endpoints.readTarget(job.endpoint_id).catch(() => undefined);
    const admission = admit(job, target);
    if (admission.kind !== 'cancel') return progress;
    return { state: 'cancelled', reason: admission.reason, nextAttemptAt: null, finishedAt: clock() };
  }

  /** A resend that succeeded ends the automatic retries of what it repeats (G107); done again by a redelivery. */
  async function endSuperseded(job: DeliveryJob, { state }: Delivery, now: Date): Promise<void> {
    if (state !== 'succeeded') return;
    await Promise.all(
      job.supersedes.map((id) => deliveries.supersede(job.endpoint_id, id, job.delivery_id, now)),
    );
  }

  /** Plans again whenever this attempt is the last on record: the run that recorded it may have died here (H15). */
  async function planNext(job: DeliveryJob, delivery: Delivery): Promise<void> {
    const next = nextJob(job, delivery);
    if (next) await planner.plan(next, clock());
  }

  /** Waiting for the key service ends when the payload does. */
  async function deferForSecret(job: DeliveryJob, now: Date): Promise<void> {
    if (toDelivery(job).payloadExpiresAt <= now)
      return settle(job, { kind: 'fail', reason: 'payload_expired' });
    // It comes back through the delivery queue, which is not the slow lane: there it would be taken for one that is (H27).
    const { slow: _slow, ...own } = job;
    await planner.defer({ ...own, due_at: now.getTime() + SECRET_WAIT_MS }, now);
  }

  async function settle(job: DeliveryJob, { kind, reason }: Refusal): Promise<void> {
    const state = ({ hold: 'held', cancel: 'cancelled', fail: 'failed' } as const)[kind];
    const finishedAt = kind === 'hold' ? null : clock();
    await deliveries.settle(toDelivery(job), { state, reason, nextAttemptAt: null, finishedAt });
    log.info(ATTEMPT_SKIPPED, { ...logFields(job), state, reason });
  }
}

/**
 * Retries, repeated messages, what came by the slow lane or was deferred, which begin to count receives anew, what the sweep
 * queued again, and deliveries that were written when they were asked for.
 */
function mayBeRecorded(job: DeliveryJob, receiveCount: number, receivedAt: Date): boolean {
  const isRequested = job.test || job.resend_of !== null;
  const isDiverted = job.slow === true || job.deferred === true;
  const isLater = job.attempt > 1 || receiveCount > 1;
  return isLater || isDiverted || isRequested || receivedAt.getTime() - job.created_at > FRESH_MS;
}
