import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/**
 * Deliveries created by an API request. Each is written in one transaction with the item that triggers its dispatch and with
 * the idempotency record, so that a crash leaves all of them or none.
 */
export type DeliveryRequests = {
  /** Records an event for one endpoint and its delivery. @throws DuplicateRequestError · ConcurrentUpdateError */
  requestEvent(event: RecordedEvent, delivery: Delivery, context: CommandContext): Promise<void>;

  /**
   * Writes a resend with the request for its message, and stores its id in the original delivery. Idempotent. With
   * `expected.lastResendId`, writes nothing and returns false if another request has resent the original since it was read.
   * With `'unrecorded'`, records the original as queued, because its first attempt has not ended.
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  requestResend(
    resend: Delivery,
    original: Delivery,
    job: DeliveryJob,
    context: CommandContext,
    expected?: { readonly lastResendId: string | null } | 'unrecorded',
  ): Promise<boolean>;
};
