import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { canSee } from '#shared/webhooks/domain/endpoint-access.ts';
import { readMetrics } from '#shared/webhooks/http/read-metrics.ts';
import type { AttemptCountReader } from '#shared/webhooks/ports/attempt-counts.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'list'>;
  readonly counts: AttemptCountReader;
};

/** Reads the metrics of all endpoints that the key can see, together. */
export function createHandler({ endpoints, counts }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, query, now }) {
      const all = await endpoints.list(principal.workspaceId);
      const visible = all.filter((endpoint) => canSee(principal, endpoint));
      return { status: 200, body: { data: await readMetrics(counts, visible, query, now) } };
    },
  };
}
