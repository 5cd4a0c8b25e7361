import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import { recoveryView } from '#shared/webhooks/http/recovery-view.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { RecoveryReader } from '#shared/webhooks/ports/recovery-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly recoveries: RecoveryReader;
};

/** Reads the progress of a recovery. */
export function createHandler({
  endpoints,
  recoveries,
}: Dependencies): OperationHandler<typeof operation, Recovery> {
  return {
    async load(request) {
      const endpoint = await loadEndpoint(endpoints, request);
      const recovery = await recoveries.find(endpoint.id, request.params.recovery);
      if (!recovery) throw notFound(webhooksErrors.recovery_not_found);
      return recovery;
    },

    async handle({ resource }) {
      return { status: 200, body: { data: recoveryView(resource) } };
    },
  };
}
