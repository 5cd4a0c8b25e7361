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
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';
import type { DeliveryProgress, DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { SendResult, WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { progressAfter } from '#shared/webhooks/sending/retry-policy.ts';
import { type BreakerDependencies, createEndpointBreaker } from './endpoint-breaker.ts';
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

export type Dependencies = BreakerDependencies & {
  readonly endpoints: Pick<EndpointReader, 'readTarget'>;
  readonly events: EventReader;
  readonly deliveries: Pick<DeliveryStore, 'settle' | 'supersede'>;
  readonly planner: RetryPlanner;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly sender: WebhookSender;
  readonly retryDelays: readonly number[];
};

/** The store of the attempt of one message. */
type Attempts = Pick<DeliveryStore, 'claim' | 'recordAttempt'>;

type Receipt = Pick<MessageMetadata, 'receiveCount'> & { readonly attempts: Attempts };

/** Why nothing is sent. */
type Unsent = Extract<Admission, { kind: 'hold' | 'cancel' }> | { kind: 'fail'; reason: 'payload_expired' };

/**
 * Makes one attempt of one delivery: claim, read the endpoint, sign and send, record, plan the next attempt. Every response of
 * the receiver is recorded and is not a failure of the message. After a failure of the platform, the message is
 * received again. A diagram of the cases is in docs/adr/0016-circuit-breaker.md.
 */
export function createHandler(deps: Dependencies) {
  const { endpoints, events, deliveries, planner, clock, log } = deps;
  const breaker = createEndpointBreaker(deps);
  const sendAttempt = createAttemptSender(deps.secrets, deps.sender);

  return async (job: DeliveryJob, { receiveCount, attempts }: Receipt): Promise<void> => {
    const receivedAt = clock();
    if (job.dueAt - receivedAt.getTime() > EARLY_MS) return planner.postpone(job, receivedAt);
    if (mayBeRecorded(job, receiveCount, receivedAt)) await deliverWithClaim(job, attempts, receivedAt);
    else await deliverNew(job, attempts);
  };

  /** The first receipt of a new first attempt, the usual case. Nothing is recorded yet, so it needs no claim. */
  async function deliverNew(job: DeliveryJob, attempts: Attempts): Promise<void> {
    const body = await readBody(job);
    const target = await admittedTarget(job);
    if (!target) return;
    const route = await breaker.route(job, target);
    if (route === 'owned') throw new RetryMessageError('The attempt has a record and must be claimed');
    if (route === 'inline') await makeAttempt(job, attempts, target, body, { isProbablyNew: true });
  }

  /** An attempt that may be recorded already. The claim ensures that it is made only once. */
  async function deliverWithClaim(job: DeliveryJob, attempts: Attempts, receivedAt: Date): Promise<void> {
    // Divert before acquiring the lease, so a diverted message never holds it. `claim` below reports attempts that another
    // run already owns.
    if (await isDiverted(job)) return;
    if (!(await claim(job, attempts, receivedAt))) return;
    const body = await readBody(job);
    const target = await admittedTarget(job);
    if (target) await makeAttempt(job, attempts, target, body, { isProbablyNew: false });
  }

  async function isDiverted(job: DeliveryJob): Promise<boolean> {
    const admission = admit(job, await endpoints.readTarget(job.endpointId));
    return admission.kind === 'send' && (await breaker.route(job, admission.target)) === 'diverted';
  }

  /** Acquires the lease for the attempt. If there is nothing to send, completes the work of an earlier run and returns false. */
  async function claim(job: DeliveryJob, attempts: Attempts, receivedAt: Date): Promise<boolean> {
    const claimed = await attempts.claim(toDelivery(job), job.attempt, receivedAt);
    if (claimed.kind === 'claimed') return true;
    if (claimed.kind === 'leased') throw new RetryMessageError('Another run holds the lease of this attempt');
    if (claimed.kind === 'recorded') await planNext(job, claimed.delivery);
    else {
      if (claimed.delivery) await endSuperseded(job, claimed.delivery, receivedAt);
      log.info(ATTEMPT_SKIPPED, deliveryLogFields(job));
    }
    return false;
  }

  async function readBody(job: DeliveryJob): Promise<string | undefined> {
    return job.body ?? (await events.find(job.eventId))?.body;
  }

  /**
   * Returns the endpoint if the attempt may be sent. Otherwise cancels or holds the delivery and returns undefined. This is
   * the last read before the request, so that the endpoint is as current as possible
   * (docs/specification.md#requests-in-flight).
   */
  async function admittedTarget(job: DeliveryJob): Promise<DeliveryTarget | undefined> {
    const admission = admit(job, await endpoints.readTarget(job.endpointId));
    if (admission.kind === 'send') return admission.target;
    if (admission.kind === 'retry-later')
      throw new RetryMessageError('The endpoint that was read is older than the message');
    await settle(job, admission);
    return undefined;
  }

  async function makeAttempt(
    job: DeliveryJob,
    attempts: Attempts,
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
    const attempt: Attempt = { number, startedAt, statusCode, durationMs, outcome, error, responseText };
    const progress = progressAfter({
      ...result,
      attempt: number,
      now: clock(),
      random: deps.random(),
      delays: deps.retryDelays,
    });
    const recorded = await attempts.recordAttempt(
      toDelivery(job),
      attempt,
      await unlessCancelled(job, progress),
      isProbablyNew,
    );
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
    const target = await endpoints.readTarget(job.endpointId).catch(() => undefined);
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
    await deliveries.settle(toDelivery(job), { state, reason, nextAttemptAt: null, finishedAt });
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
