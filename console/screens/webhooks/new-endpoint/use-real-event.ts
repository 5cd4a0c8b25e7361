import type { components } from '#clients/typescript/schema.d.ts';
import { eventName } from '#console/screens/webhooks/event-name.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

type RealEvent = Pick<components['schemas']['EventWithDeliveries'], 'payload' | 'recorded_at'>;

/** Reads the newest event with this name whose payload is stored; null if there is none. */
export function useRealEvent(name: string): Loaded<RealEvent | null> {
  const { api } = useSigned().session;
  return useQuery<RealEvent | null>(['newest event', name], async () => {
    const query = { event: eventName(name), limit: 1 };
    const [newest] = await dataOf(api.GET('/api/v1/events', { params: { query } }));
    if (!newest) return null;
    const found = await dataOf(api.GET('/api/v1/events/{event}', { params: { path: { event: newest.id } } }));
    return found.payload === null ? null : found;
  });
}
