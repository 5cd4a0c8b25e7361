import type { Delivery, Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { dataOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

type Failed = { readonly delivery: Delivery | undefined };

/** How many of the latest deliveries are searched for a failed attempt. */
const LATEST = 50;
const REFRESH_MS = 10_000;

/**
 * The newest delivery of a failing endpoint whose last attempt failed. If none of the latest deliveries has one, it is the newest that is
 * retried, or else that failed.
 */
export function useLastFailure({ id: endpoint }: Endpoint): Loaded<Failed> {
  const { api } = useSigned().session;
  async function read(query: { readonly limit: number; readonly state?: Delivery['state'] }) {
    const params = { path: { endpoint }, query };
    return dataOf(api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params }));
  }
  return useQuery<Failed>(
    ['last failed delivery', endpoint],
    async () => {
      const latest = await read({ limit: LATEST });
      const failed = latest.find(({ attempts }) => (attempts.at(-1)?.outcome ?? 'success') !== 'success');
      if (failed) return { delivery: failed };
      for (const state of ['retrying', 'failed'] as const) {
        const [delivery] = await read({ state, limit: 1 });
        if (delivery) return { delivery };
      }
      return { delivery: undefined };
    },
    REFRESH_MS,
  );
}
