import type { DeliveryJob } from './delivery-message.ts';
import type { DeliveryReason } from './delivery.ts';
import type { DeliveryTarget } from './endpoint.ts';

/** The result of checking a planned attempt against the endpoint, which is read right before the request. */
export type Admission =
  | { readonly kind: 'send'; readonly target: DeliveryTarget }
  | { readonly kind: 'hold'; readonly reason: DeliveryReason }
  | { readonly kind: 'cancel'; readonly reason: DeliveryReason }
  /** The read is older than the job, so it decides nothing (docs/failure-histories.md#stale-endpoint-read). */
  | { readonly kind: 'retry-later' };

/**
 * Decides whether an attempt may be sent. Deliveries queued for older settings are cancelled
 * (docs/specification/webhooks.md#edits-cancel-deliveries), deliveries to a suspended endpoint are held (#suspended-endpoints).
 */
export function admit(job: DeliveryJob, target: DeliveryTarget | undefined): Admission {
  if (target === undefined || target.settingsVersion < job.settingsVersion) return { kind: 'retry-later' };
  if (target.deleted) return { kind: 'cancel', reason: 'endpoint_deleted' };
  if (!target.enabled) return { kind: 'cancel', reason: 'endpoint_paused' };
  if (target.settingsVersion > job.settingsVersion) return { kind: 'cancel', reason: 'endpoint_edited' };
  if (target.suspendedReason !== null) return { kind: 'hold', reason: 'endpoint_suspended' };
  return { kind: 'send', target };
}
