import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { applyEdit, type EditDependencies } from '#shared/http/endpoints/apply-edit.ts';
import { endpointRevision } from '#shared/http/endpoints/endpoint-view.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Edits an endpoint; `enabled` is the switch (C2). */
export function createUpdateEndpointHandler(
  deps: EditDependencies,
): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,

    handle(request) {
      const { description, ...body } = request.body;
      return applyEdit(deps, request, { ...body, description: description === '' ? null : description });
    },
  };
}
