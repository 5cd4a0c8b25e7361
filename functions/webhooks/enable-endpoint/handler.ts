import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { endpointRevision } from '#shared/webhooks/http/endpoint-view.ts';
import { applyEdit, type EditDependencies } from '#shared/webhooks/use-cases/apply-edit.ts';
import { loadEndpoint } from '#shared/webhooks/use-cases/load-endpoint.ts';
import type { operation } from './operation.ts';

/** Switches an endpoint on: the next event goes to it. An enabled one stays as it is (G101). */
export function createHandler(deps: EditDependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,
    handle: (request) => applyEdit(deps, request, { enabled: true }),
  };
}
