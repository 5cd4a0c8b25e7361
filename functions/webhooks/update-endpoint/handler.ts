import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { RequestHeader } from '#shared/webhooks/domain/request-headers.ts';
import { endpointRevision } from '#shared/webhooks/http/endpoint-view.ts';
import { requireTakeOverAdmin } from '#shared/webhooks/http/take-over.ts';
import { sealHeaders } from '#shared/webhooks/sending/seal-headers.ts';
import { applyEdit, type EditDependencies } from '#shared/webhooks/use-cases/apply-edit.ts';
import { loadEndpoint } from '#shared/webhooks/use-cases/load-endpoint.ts';
import type { operation } from './operation.ts';

type Dependencies = EditDependencies & {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
};

/** Edits an endpoint. `enabled` enables or pauses it, `take_over` makes the caller's member responsible. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,

    async handle(request) {
      const { description, take_over: takeOver, headers, ...body } = request.body;
      const takenOverBy = takeOver
        ? await requireTakeOverAdmin(deps.workspaces, request.principal, request.resource)
        : undefined;
      const seal = (checked: readonly RequestHeader[]) =>
        sealHeaders(deps.secrets, request.resource, checked);
      return applyEdit(deps, request, {
        ...body,
        description: description === '' ? null : description,
        takenOverBy,
        headers: headers === undefined ? undefined : { sent: headers, seal },
      });
    },
  };
}
