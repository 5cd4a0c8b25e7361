import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import { applyEdit, type EditDependencies } from '#shared/http/endpoints/apply-edit.ts';
import { endpointRevision } from '#shared/http/endpoints/endpoint-view.ts';
import { loadEndpoint } from '#shared/http/endpoints/load-endpoint.ts';
import { requireSuccessor } from '#shared/http/endpoints/take-over.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

type Dependencies = EditDependencies & { readonly workspaces: Pick<WorkspaceStore, 'findMember'> };

/** Edits an endpoint; `enabled` is the switch (C2), `take_over` makes the caller's member responsible (G79). */
export function createUpdateEndpointHandler(
  deps: Dependencies,
): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,

    async handle(request) {
      const { description, take_over: takeOver, ...body } = request.body;
      const takenOverBy = takeOver
        ? await requireSuccessor(deps.workspaces, request.principal, request.resource)
        : undefined;
      return applyEdit(deps, request, {
        ...body,
        description: description === '' ? null : description,
        takenOverBy,
      });
    },
  };
}
