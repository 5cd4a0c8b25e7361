import type { DispatchRequest } from '#shared/domain/events/dispatch-request.ts';
import { deliveryIdFor } from '#shared/runtime/ids.ts';

/** The deliveries that a record of the stream is about. */
export function deliveriesOf(request: DispatchRequest): string[] {
  if (request.kind === 'delivery') return [request.job.delivery_id];
  if (request.kind === 'recovery') return [];
  return request.event.matches.map(({ endpointId }) => deliveryIdFor(request.event, endpointId));
}
