import type { DeliveryJob } from './delivery-job.ts';
import type { DeliveryReason } from './delivery-reason.ts';
import type { DeliveryTarget } from './endpoint.ts';

/** What the endpoint, read right before the request, says about a planned attempt. */
export type Admission =
  | { readonly kind: 'send'; readonly target: DeliveryTarget }
  | { readonly kind: 'hold'; readonly reason: DeliveryReason }
  | { readonly kind: 'cancel'; readonly reason: DeliveryReason }
  /** The read is older than the job: nothing may be concluded from it (H4). */
  | { readonly kind: 'look-again' };

/** Decides whether an attempt may be sent (H4, R16, R18, G97). Deliveries of older settings are cancelled. */
export function admit(job: DeliveryJob, target: DeliveryTarget | undefined): Admission {
  if (target === undefined || target.settingsVersion < job.settings_version) return { kind: 'look-again' };
  if (target.deleted) return { kind: 'cancel', reason: 'endpoint_deleted' };
  if (!target.enabled) return { kind: 'cancel', reason: 'endpoint_paused' };
  if (target.settingsVersion > job.settings_version) return { kind: 'cancel', reason: 'endpoint_edited' };
  if (target.suspendedReason !== null) return { kind: 'hold', reason: 'endpoint_suspended' };
  return { kind: 'send', target };
}
