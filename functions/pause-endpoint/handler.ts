import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { applyEdit, type EditDependencies } from '#shared/http/endpoints/apply-edit.ts';
import { endpointRevision } from '#shared/http/endpoints/endpoint-view.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Switches an endpoint off: nothing more is sent, and what is queued is cancelled (G98). */
export function createPauseEndpointHandler(
  deps: EditDependencies,
): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,
    handle: (request) => applyEdit(deps, request, { enabled: false }),
  };
}
