import { payloadExpiry } from '#shared/events/recording/recorded-event.ts';
import { isDeferred } from './deferred.ts';
import type { DeliveryJob } from './delivery-job.ts';
import type { Delivery } from './delivery.ts';

/** The delivery that a message describes, before its first attempt. */
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

/** The message of the next attempt, if one is planned and the attempt of this job is the last recorded one. */
export function nextJob(job: DeliveryJob, delivery: Delivery): DeliveryJob | undefined {
  const isLast = delivery.state === 'retrying' && delivery.attempts.length === job.attempt;
  // A deferred attempt already has a delayed message; planning it again would defer it twice.
  if (!isLast || delivery.nextAttemptAt === null || isDeferred(delivery)) return undefined;
  // The next attempt is routed anew, because the health of the endpoint may have changed by then.
  const { slow: _slow, deferred: _parked, ...planned } = job;
  // Retries read the body from the event, so that an erased or expired payload is not sent.
  return { ...planned, attempt: job.attempt + 1, due_at: delivery.nextAttemptAt.getTime(), body: null };
}
