import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import type { DispatchRequest } from '#shared/webhooks/domain/delivery-message.ts';

/** The deliveries of a stream record. */
export function deliveriesOf(request: DispatchRequest): string[] {
  if (request.kind === 'delivery') return [request.job.deliveryId];
  if (request.kind !== 'event') return [];
  return request.event.matches.map(({ endpointId }) => deliveryIdFor(request.event, endpointId));
}
