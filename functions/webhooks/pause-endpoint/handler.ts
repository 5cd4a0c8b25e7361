import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { applyEdit, type EditDependencies } from '#shared/webhooks/http/apply-edit.ts';
import { endpointRevision } from '#shared/webhooks/http/endpoint-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import type { operation } from './operation.ts';

/** Pauses an endpoint. No further event is queued for it, and pending deliveries are cancelled. */
export function createHandler(deps: EditDependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,
    handle: (request) => applyEdit(deps, request, { enabled: false }),
  };
}
