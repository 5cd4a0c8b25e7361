import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/**
 * Deliveries that a 202 names: written at once, in one transaction with what makes them be sent and with the remembered
 * answer, so that a crash leaves all or nothing.
 */
export interface DeliveryRequests {
  /** Records an event for one endpoint and its delivery. @throws DuplicateRequestError · ConcurrentUpdateError */
  requestEvent(event: RecordedEvent, delivery: Delivery, context: CommandContext): Promise<void>;

  /**
   * Writes a resend with the job that sends it, and links it from the first delivery of its chain (G108). Requesting the
   * same resend again changes nothing. With `onlyAfter` it is refused, by false, if the first delivery was resent by
   * somebody else since it was read with that last resend. @throws DuplicateRequestError · ConcurrentUpdateError
   */
  requestResend(
    resend: Delivery,
    original: Delivery,
    job: DeliveryJob,
    context: CommandContext,
    onlyAfter?: { readonly lastResendId: string | null },
  ): Promise<boolean>;
}
