import type { EventReader } from '#shared/events/ports/event-store.ts';
import { type SecretBox, SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import { describeError } from '#shared/platform/runtime/logger.ts';
import { type Admission, admit } from '#shared/webhooks/domain/admit.ts';
import {
  type DeliveryJob,
  deliveryLogFields,
  nextJob,
  toDelivery,
} from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { SendResult, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { progressAfter } from '#shared/webhooks/sending/retry-policy.ts';
import type { CountedBatch } from './count-attempts.ts';
import { measureAttempt, measureLateness } from './delivery-metrics.ts';
import { type BreakerDependencies, createEndpointBreaker } from './endpoint-breaker.ts';
import { createFailureNotifier, type NotifierDependencies } from './failure-notifier.ts';
import { createAttemptSender } from './send-attempt.ts';

/** A message may be received slightly early, because the clocks of the queue and of the function differ. */
const EARLY_MS = 1000;

/** A delivery that is younger than this many milliseconds was queued only once. The sweep queues older deliveries again. */
const FRESH_MS = 120_000;

/**
 * While the key service is unavailable, the attempt waits this long and is not counted. A lease that was acquired for it
 * has expired by then.
 */
const SECRET_WAIT_MS = 60_000;

const ATTEMPT_MADE = { code: 'ATTEMPT_MADE', message: 'Delivery attempt recorded' };
const ATTEMPT_SKIPPED = { code: 'ATTEMPT_SKIPPED', message: 'Nothing to send for this message' };
const SECRET_UNAVAILABLE = {
  code: 'SECRET_UNAVAILABLE',
  message: 'Signing secret cannot be decrypted now; attempt postponed',
};

export type Dependencies = BreakerDependencies &
  NotifierDependencies & {
    readonly endpoints: Pick<EndpointReader, 'readTarget'>;
    readonly events: EventReader;
    readonly deliveries: Pick<DeliveryStore, 'claim' | 'recordAttempt' | 'settle' | 'supersede'>;
    readonly planner: RetryPlanner;
    readonly secrets: Pick<SecretBox, 'open'>;
    readonly sender: WebhookSender;
    readonly retryDelays: readonly number[];
  };

/** A received message, and the counts of its batch. */
type Received = MessageMetadata & { readonly counts: CountedBatch };

/** Why nothing is sent. */
type Unsent = Extract<Admission, { kind: 'hold' | 'cancel' }> | { kind: 'fail'; reason: 'payload_expired' };

/**
 * Makes one attempt of one delivery: claim, read the endpoint, sign and send, record, and what follows a recorded attempt. Every
 * response of the receiver is recorded and is not a failure of the message. After a failure of the platform, the message is received
 * again. A diagram of the cases is in docs/adr/webhooks/0016-circuit-breaker.md.
 *
 * The usual attempt, the first one of a delivery with a success, reads the endpoint once. Two cases need another read:
 * - An attempt that must be claimed reads the endpoint before the claim, because a diverted message must not hold a lease. This read does
 *   not replace the one right before the request (docs/specification/webhooks.md#requests-in-flight), because claim and body are read in between.
 * - An attempt that did not succeed reads the endpoint after its request: an edit during the request cancels the delivery.
 */
export function createHandler(deps: Dependencies) {
  const { endpoints, events, deliveries, planner, metrics, clock, log } = deps;
  const notifier = createFailureNotifier(deps, clock);
  const breaker = createEndpointBreaker(deps, notifier);
  const sendAttempt = createAttemptSender(deps.secrets, deps.sender);

  return async (job: DeliveryJob, received: Received): Promise<void> => {
    const { receiveCount } = received;
    const receivedAt = clock();
    measureLateness(metrics, job, { receiveCount, receivedAt });
    if (job.dueAt - receivedAt.getTime() > EARLY_MS) return planner.postpone(job, receivedAt);
    if (mayBeRecorded(job, receiveCount, receivedAt)) await deliverWithClaim(job, received, receivedAt);
    else await deliverNew(job, received);
  };

  /** The first receipt of a new first attempt, the usual case. Nothing is recorded yet, so it needs no claim. */
  async function deliverNew(job: DeliveryJob, received: Received): Promise<void> {
    const body = await readBody(job);
    const target = await admittedTarget(job);
    if (!target) return;
    const route = await breaker.route(job, target);
    if (route === 'owned') throw new RetryMessageError('The attempt has a record and must be claimed');
    if (route === 'inline') await makeAttempt(job, received, target, body, { isProbablyNew: true });
  }

  /** An attempt that may be recorded already. The claim ensures that it is made only once. */
  async function deliverWithClaim(job: DeliveryJob, received: Received, receivedAt: Date): Promise<void> {
    // Divert before acquiring the lease, so a diverted message never holds it. `claim` below reports attempts that another
    // run already owns.
    if (await isDiverted(job)) return;
    if (!(await claim(job, received, receivedAt))) return;
    const body = await readBody(job);
    const target = await admittedTarget(job);
    if (target) await makeAttempt(job, received, target, body, { isProbablyNew: false });
  }

  async function isDiverted(job: DeliveryJob): Promise<boolean> {
    const admission = admit(job, await readAndReportTarget(job));
    return admission.kind === 'send' && (await breaker.route(job, admission.target)) === 'diverted';
  }

  /** Acquires the lease for the attempt. If there is nothing to send, completes the work of an earlier run and returns false. */
  async function claim(job: DeliveryJob, { counts }: Received, receivedAt: Date): Promise<boolean> {
    const claimed = await deliveries.claim(toDelivery(job), job.attempt, receivedAt);
    if (claimed.kind === 'claimed') return true;
    if (claimed.kind === 'leased') throw new RetryMessageError('Another run holds the lease of this attempt');
    if (claimed.delivery) await completeEarlierRun(job, claimed.delivery, { counts, receivedAt });
    if (claimed.kind === 'recorded') await planNext(job, claimed.delivery);
    else log.info(ATTEMPT_SKIPPED, deliveryLogFields(job));
    return false;
  }

  /** What must follow a recorded attempt, if the run that recorded it may have ended before. */
  async function completeEarlierRun(
    job: DeliveryJob,
    recorded: Delivery,
    { counts, receivedAt }: { readonly counts: CountedBatch; readonly receivedAt: Date },
  ): Promise<void> {
    await counts.countEarlier(recorded, job.attempt);
    await notifier.deliveryEnded(recorded);
    await endSuperseded(job, recorded, receivedAt);
  }

  /** The endpoint, read strongly consistently. An open breaker is reported again, because the run that opened it may have stopped before. */
  async function readAndReportTarget({ endpointId }: DeliveryJob): Promise<DeliveryTarget | undefined> {
    const target = await endpoints.readTarget(endpointId);
    const { breaker: open } = target?.health ?? {};
    if (target && open) await notifier.breakerOpened(target, open.openedAt);
    return target;
  }

  async function readBody(job: DeliveryJob): Promise<string | undefined> {
    return job.body ?? (await events.find(job.eventId))?.body;
  }

  /**
   * Returns the endpoint if the attempt may be sent. Otherwise cancels or holds the delivery and returns undefined. This is
   * the last read before the request, so that the endpoint is as current as possible
   * (docs/specification/webhooks.md#requests-in-flight).
   */
  async function admittedTarget(job: DeliveryJob): Promise<DeliveryTarget | undefined> {
    const admission = admit(job, await readAndReportTarget(job));
    if (admission.kind === 'send') return admission.target;
    if (admission.kind === 'retry-later')
      throw new RetryMessageError('The endpoint that was read is older than the message');
    await settle(job, admission);
    return undefined;
  }

  async function makeAttempt(
    job: DeliveryJob,
    { counts, messageId }: Received,
    target: DeliveryTarget,
    body: string | undefined,
    { isProbablyNew }: { readonly isProbablyNew: boolean },
  ): Promise<void> {
    // A redacted event has an empty body.
    if (body === undefined || body === '') return settle(job, { kind: 'fail', reason: 'payload_expired' });
    const startedAt = clock();
    const watch = (request: () => Promise<SendResult>) => breaker.watch(target, request);
    const result = await sendAttempt(job, target, body, startedAt, watch).catch((error: unknown) => {
      if (!(error instanceof SecretUnavailableError)) throw error;
      log.warn(SECRET_UNAVAILABLE, { ...deliveryLogFields(job), ...describeError(error) });
      return undefined;
    });
    if (!result) return postponeForSecret(job, startedAt);

    const { statusCode, durationMs, outcome, error, responseText } = result;
    const number = job.attempt;
    const made: Attempt = { number, startedAt, statusCode, durationMs, outcome, error, responseText };
    const planned = progressAfter({
      ...result,
      attempt: number,
      now: clock(),
      random: deps.random(),
      delays: deps.retryDelays,
    });
    const progress = await unlessCancelled(job, planned);
    const delivery = toDelivery(job);
    const attempt = counts.nameCounter(delivery, made);
    const recorded = await deliveries
      .recordAttempt(delivery, attempt, progress, isProbablyNew)
      .catch((error_: unknown) => {
        counts.exclude(delivery, attempt);
        throw error_;
      });

    /*
     * What follows a recorded attempt, in this order. If a step throws or the run ends, the message returns, and `completeEarlierRun`
     * repeats what must not be missing: the count, the notification, the end of superseded deliveries, and the plan of the next attempt.
     * Each of these changes nothing if it is repeated. Metrics, log and breaker are not repeated.
     */
    measureAttempt(metrics, attempt, progress.state);
    await counts.count(recorded, attempt, messageId);
    await notifier.deliveryEnded(recorded);
    log.info(ATTEMPT_MADE, {
      ...deliveryLogFields(job),
      outcome,
      status: statusCode,
      duration_ms: durationMs,
      state: recorded.state,
      lane: job.slow === true ? 'slow' : 'normal',
    });
    await endSuperseded(job, recorded, clock());
    await planNext(job, recorded);
    await breaker.recordOutcome(job, target, attempt);
  }

  /** An attempt that was in flight during an edit counts if it succeeded. Otherwise the edit cancels the delivery. */
  async function unlessCancelled(job: DeliveryJob, progress: DeliveryProgress): Promise<DeliveryProgress> {
    if (progress.state === 'succeeded') return progress;
    // A request that was made must be recorded. If the endpoint cannot be read now, the next attempt detects the edit.
    const target = await readAndReportTarget(job).catch(() => undefined);
    const admission = admit(job, target);
    if (admission.kind !== 'cancel') return progress;
    return { state: 'cancelled', reason: admission.reason, nextAttemptAt: null, finishedAt: clock() };
  }

  /** A resend that succeeded ends the automatic retries of the deliveries that it repeats. Idempotent. */
  async function endSuperseded(job: DeliveryJob, { state }: Delivery, now: Date): Promise<void> {
    if (state !== 'succeeded') return;
    await Promise.all(
      job.supersedes.map((id) =>
        // A resend has the shard of its original.
        deliveries.supersede({ endpointId: job.endpointId, shard: job.shard, id }, job.deliveryId, now),
      ),
    );
  }

  /** Plans again whenever this attempt is the last recorded one: the run that recorded it may have crashed before planning. */
  async function planNext(job: DeliveryJob, delivery: Delivery): Promise<void> {
    const next = nextJob(job, delivery);
    if (next) await planner.plan(next, clock());
  }

  /** The attempt waits for the key service at most until the payload expires. */
  async function postponeForSecret(job: DeliveryJob, now: Date): Promise<void> {
    if (toDelivery(job).payloadExpiresAt <= now)
      return settle(job, { kind: 'fail', reason: 'payload_expired' });
    // The job returns through the delivery queue, so it must not be marked as travelling in the slow lane.
    const { slow: _slow, ...own } = job;
    await planner.postpone({ ...own, dueAt: now.getTime() + SECRET_WAIT_MS }, now);
  }

  async function settle(job: DeliveryJob, { kind, reason }: Unsent): Promise<void> {
    const state = ({ hold: 'held', cancel: 'cancelled', fail: 'failed' } as const)[kind];
    const finishedAt = kind === 'hold' ? null : clock();
    const delivery = toDelivery(job);
    const ended = { state, reason, nextAttemptAt: null, finishedAt };
    await deliveries.settle(delivery, ended);
    await notifier.deliveryEnded({ ...delivery, ...ended });
    log.info(ATTEMPT_SKIPPED, { ...deliveryLogFields(job), state, reason });
  }
}

/**
 * True if a record may already exist: retries, redeliveries, diverted or deferred messages (whose receive count restarts),
 * messages re-queued by the sweep, and deliveries created by an API request.
 */
function mayBeRecorded(job: DeliveryJob, receiveCount: number, receivedAt: Date): boolean {
  const isRequested = job.test || job.resendOf !== null;
  const isDiverted = job.slow === true || job.deferred === true;
  const isLater = job.attempt > 1 || receiveCount > 1;
  return isLater || isDiverted || isRequested || receivedAt.getTime() - job.createdAt > FRESH_MS;
}
