import type { EventReader } from '#shared/events/ports/event-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createFilterNow } from '#shared/webhooks/domain/filter-now.ts';
import { planResend, requireResendable, resendJob } from '#shared/webhooks/domain/plan-resend.ts';
import { requireEnabled } from '#shared/webhooks/domain/require-enabled.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { deliveryView } from '#shared/webhooks/http/delivery-view.ts';
import { loadDelivery, type LoadedDelivery } from '#shared/webhooks/http/load-endpoint.ts';
import type { DeliveryRequests } from '#shared/webhooks/ports/delivery-requests.ts';
import type { DeliveryReader } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly deliveries: Pick<DeliveryReader, 'find'>;
  readonly events: EventReader;
  readonly requests: Pick<DeliveryRequests, 'requestResend'>;
};

/** Resends a delivery in any state (docs/specification/webhooks.md#resend). */
export function createHandler({
  endpoints,
  deliveries,
  events,
  requests,
}: Dependencies): OperationHandler<typeof operation, LoadedDelivery> {
  return {
    load: (request) => loadDelivery({ endpoints, deliveries, events }, request),

    async handle({ resource: { endpoint, delivery, isRecorded }, now, command }) {
      requireEnabled(endpoint);
      requireResendable(delivery, endpoint, now);
      // An erasure removes a payload before it expires.
      const event = await events.find(delivery.eventId);
      if (!event || event.body === '')
        throw new PlatformError(
          webhooksErrors.payload_expired,
          'The payload was erased with the data of its contact. The delivery can no longer be resent.',
        );

      // Test events ignore filters.
      if (!event.test && createFilterNow(endpoint.subscriptions)(event, now) === false)
        throw new PlatformError(
          webhooksErrors.endpoint_not_subscribed,
          'The event does not match the current filter of the subscription. Change the filter first.',
        );

      const resend = planResend(delivery, endpoint, newId(now), now);
      const response = { status: 202, body: { data: deliveryView(resend, endpoint) } };
      const job = resendJob(resend, delivery);
      const original = isRecorded ? undefined : 'unrecorded';
      await requests.requestResend(resend, delivery, job, await command(response), original);
      return response;
    },
  };
}
