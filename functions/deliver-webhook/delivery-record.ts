import type { Delivery } from '#shared/domain/delivery/delivery.ts';
import type { DeliveryJob } from '#shared/domain/delivery/delivery-job.ts';
import { payloadExpiry } from '#shared/domain/events/recorded-event.ts';
import type { DeliveryProgress } from '#shared/domain/ports/delivery-store.ts';
import { type AttemptMade, decideNext } from '#shared/webhook/retry-policy.ts';

/** The delivery that a job's message describes, as it was before this attempt. */
export function deliveryOf(job: DeliveryJob): Delivery {
  const createdAt = new Date(job.recorded_at);
  return {
    id: job.delivery_id,
    endpointId: job.endpoint_id,
    workspaceId: job.workspace_id,
    eventId: job.event_id,
    event: job.event,
    product: job.product,
    channel: job.channel,
    test: job.test,
    state: 'queued',
    reason: null,
    resendOf: job.resend_of,
    settingsVersion: job.settings_version,
    attempts: [],
    createdAt,
    nextAttemptAt: null,
    finishedAt: null,
    payloadExpiresAt: payloadExpiry(createdAt),
  };
}

/** How a delivery stands after an attempt. */
export function progressAfter(made: AttemptMade): DeliveryProgress {
  const next = decideNext(made);
  if (next.kind === 'retry') {
    return { state: 'retrying', reason: next.reason, nextAttemptAt: next.at, finishedAt: null };
  }
  const reason = next.kind === 'failed' ? next.reason : null;
  return { state: next.kind, reason, nextAttemptAt: null, finishedAt: made.now };
}

/** The message of the next attempt, if one is due and this job's attempt is the last on record. */
export function nextJob(job: DeliveryJob, delivery: Delivery): DeliveryJob | undefined {
  const isLast = delivery.state === 'retrying' && delivery.attempts.length === job.attempt;
  if (!isLast || delivery.nextAttemptAt === null) return undefined;
  return { ...job, attempt: job.attempt + 1, due_at: delivery.nextAttemptAt.getTime() };
}
