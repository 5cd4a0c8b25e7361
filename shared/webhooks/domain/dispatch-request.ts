import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { DeliveryJob } from './delivery-message.ts';
import type { RecoveryJob } from './recovery.ts';

/** What an inserted item requests of the dispatcher: the deliveries of an event, one delivery, or a recovery. */
export type DispatchRequest =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'delivery'; readonly job: DeliveryJob }
  | { readonly kind: 'recovery'; readonly job: RecoveryJob };
