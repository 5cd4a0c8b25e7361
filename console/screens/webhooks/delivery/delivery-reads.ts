import type { components } from '#clients/typescript/schema.d.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

/** A delivery with the body of its request while the body is stored. */
export type ShownDelivery = components['schemas']['DeliveryWithPayload'];
export type Attempt = ShownDelivery['attempts'][number];

const IN_FLIGHT_MS = 2000;

/** Reads a delivery, again and again until it has ended. */
export function useDelivery(endpoint: string, delivery: string): Loaded<{ readonly data: ShownDelivery }> {
  const { api } = useSigned().session;
  const params = { path: { endpoint, delivery } };
  return useQuery<{ readonly data: ShownDelivery }>(
    ['delivery', endpoint, delivery],
    () => bodyOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', { params })),
    (known) => (known?.data.finished_at === null ? IN_FLIGHT_MS : false),
  );
}
