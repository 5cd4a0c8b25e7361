import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { endpointRevision } from '#shared/webhooks/http/endpoint-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly endpoints: Pick<EndpointStore, 'find' | 'remove'> };

/** Deletes an endpoint. Pending deliveries are cancelled, and the history is unreachable from then on. */
export function createHandler({ endpoints }: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(endpoints, request),
    revisionOf: endpointRevision,

    async handle({ resource: endpoint, command }) {
      const response = { status: 204 };
      await endpoints.remove(endpoint, await command(response));
      return response;
    },
  };
}
