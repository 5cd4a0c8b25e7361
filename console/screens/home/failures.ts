import type { Delivery, Endpoint } from '#console/screens/webhooks/endpoint-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

/** The latest deliveries of all endpoints that Home reads, of those that wait for a retry and of those that failed. */
export const LATEST = 100;
/** How often Home is read again while the browser shows it: more often while an endpoint is failing. */
export const CHANGING_MS = 10_000;
export const CALM_MS = 30_000;

export const DELIVERIES = '/api/v1/workspace-webhooks/deliveries';
const OF_ENDPOINT = '/api/v1/workspace-webhooks/{endpoint}/deliveries';

type Latest = {
  readonly retried: readonly Delivery[];
  readonly hasMoreRetried: boolean;
  readonly failed: readonly Delivery[];
};

/** What is known about the failures of an endpoint. */
export type Failures = {
  readonly retried: number;
  /** Whether more deliveries wait than were read. */
  readonly isMinimum: boolean;
  readonly nextAt: string | undefined;
  /** The delivery with the newest failed attempt; undefined if it is not one of the latest. */
  readonly last: Delivery | undefined;
};

/** Reads the latest failures of all endpoints with two requests, however many endpoints are failing. */
export function useLatestFailures(): Loaded<Latest> {
  const { api } = useSigned().session;
  return useQuery<Latest>(
    ['latest-failures'],
    async () => {
      const [retrying, failed] = await Promise.all(
        (['retrying', 'failed'] as const).map((state) =>
          bodyOf(api.GET(DELIVERIES, { params: { query: { state, limit: LATEST } } })),
        ),
      );
      return {
        retried: retrying?.data ?? [],
        hasMoreRetried: retrying?.has_more === true,
        failed: failed?.data ?? [],
      };
    },
    (known) => (known && known.retried.length > 0 ? CHANGING_MS : CALM_MS),
  );
}

/** The failures of one endpoint among the latest of all. */
export function failuresOf({ id }: Endpoint, { retried, hasMoreRetried, failed }: Latest): Failures {
  const own = retried.filter(({ endpoint_id: endpoint }) => endpoint === id);
  const tried = [...own, ...failed.filter(({ endpoint_id: endpoint }) => endpoint === id)].filter(
    ({ attempts }) => attempts.length > 0,
  );
  const [last] = tried.toSorted((left, right) => (lastAttemptAt(left) < lastAttemptAt(right) ? 1 : -1));
  return {
    retried: own.length,
    isMinimum: hasMoreRetried,
    nextAt: own.flatMap(({ next_attempt_at: at }) => at ?? []).toSorted()[0],
    last,
  };
}

/** The delivery with a failed attempt if it is not one of the latest: the newest that is retried, or else that failed. */
export function useOlderFailure(endpoint: string): Loaded<{ readonly id: string | undefined }> {
  const { api } = useSigned().session;
  return useQuery(['older-failure', endpoint], async () => {
    for (const state of ['retrying', 'failed'] as const) {
      const params = { path: { endpoint }, query: { state, limit: 1 } };
      const [found] = await dataOf(api.GET(OF_ENDPOINT, { params }));
      if (found) return { id: found.id };
    }
    return { id: undefined };
  });
}

/** How many deliveries wait for a retry, as a sentence. */
export function retryText({ retried, isMinimum }: Failures): string {
  if (retried === 0)
    return isMinimum
      ? `None of the latest ${LATEST} deliveries that wait for a retry is of this endpoint.`
      : 'No delivery is retried.';
  const atLeast = isMinimum ? 'At least ' : '';
  return retried === 1
    ? `${atLeast}1 delivery waits for a retry.`
    : `${atLeast}${retried} deliveries wait for a retry.`;
}

function lastAttemptAt({ attempts }: Delivery): string {
  return attempts.at(-1)?.started_at ?? '';
}
