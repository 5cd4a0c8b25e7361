import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';

/** What every log line about an attempt holds: by these it is found from the call that caused it, and from the delivery. */
export function logFields(job: DeliveryJob) {
  return {
    delivery_id: job.delivery_id,
    endpoint_id: job.endpoint_id,
    workspace_id: job.workspace_id,
    event_id: job.event_id,
    attempt: job.attempt,
    correlation_id: job.correlation_id,
  };
}
