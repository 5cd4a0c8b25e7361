import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { applyEdit, type EditDependencies } from '#shared/http/endpoints/apply-edit.ts';
import { endpointRevision } from '#shared/http/endpoints/endpoint-view.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Switches an endpoint on: the next event goes to it. An enabled one stays as it is (G101). */
export function createEnableEndpointHandler(
  deps: EditDependencies,
): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,
    handle: (request) => applyEdit(deps, request, { enabled: true }),
  };
}
