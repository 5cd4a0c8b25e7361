import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { applyEdit, type EditDependencies } from '#shared/webhooks/http/apply-edit.ts';
import { endpointRevision } from '#shared/webhooks/http/endpoint-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import { requireTakeOverAdmin } from '#shared/webhooks/http/take-over.ts';
import type { operation } from './operation.ts';

type Dependencies = EditDependencies & { readonly workspaces: Pick<WorkspaceReader, 'findMember'> };

/**
 * Makes the caller's member responsible for an endpoint. A suspended endpoint is resumed. If the member is already responsible
 * and the endpoint is not suspended, nothing changes.
 */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,

    async handle(request) {
      const takenOverBy = await requireTakeOverAdmin(deps.workspaces, request.principal, request.resource);
      return applyEdit(deps, request, { takenOverBy });
    },
  };
}
