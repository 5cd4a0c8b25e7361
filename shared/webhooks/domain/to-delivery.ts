import { payloadExpiry } from '#shared/events/recording/recorded-event.ts';
import { isDeferred } from './deferred.ts';
import type { DeliveryJob } from './delivery-job.ts';
import type { Delivery } from './delivery.ts';

/** The delivery that a job's message describes, as it was before its first attempt. */
export function toDelivery(job: DeliveryJob): Delivery {
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
    resendCount: 0,
    lastResendId: null,
    deliveredBy: null,
    settingsVersion: job.settings_version,
    attempts: [],
    createdAt: new Date(job.created_at),
    nextAttemptAt: null,
    finishedAt: null,
    payloadExpiresAt: payloadExpiry(new Date(job.recorded_at)),
    correlationId: job.correlation_id,
  };
}

/** The message of the next attempt, if one is due and this job's attempt is the last on record. */
export function nextJob(job: DeliveryJob, delivery: Delivery): DeliveryJob | undefined {
  const isLast = delivery.state === 'retrying' && delivery.attempts.length === job.attempt;
  // One that is deferred has its wake: planned once more it would be put off once more (R26).
  if (!isLast || delivery.nextAttemptAt === null || isDeferred(delivery)) return undefined;
  // The next attempt finds its own way: how this one travelled says nothing about the endpoint then.
  const { slow: _slow, deferred: _parked, ...planned } = job;
  // Retries read their bytes from the event: a payload erased or expired in between is not sent (H22, R22).
  return { ...planned, attempt: job.attempt + 1, due_at: delivery.nextAttemptAt.getTime(), body: null };
}
