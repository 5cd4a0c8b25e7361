import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import { readMetrics } from '#shared/webhooks/http/read-metrics.ts';
import type { AttemptCountReader } from '#shared/webhooks/ports/attempt-counts.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly counts: AttemptCountReader;
};

/** Reads the metrics of one endpoint. */
export function createHandler({
  endpoints,
  counts,
}: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),

    async handle({ resource: endpoint, query, now }) {
      return { status: 200, body: { data: await readMetrics(counts, [endpoint], query, now) } };
    },
  };
}
