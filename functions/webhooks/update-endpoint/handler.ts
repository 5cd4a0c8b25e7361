import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { RequestHeader } from '#shared/webhooks/domain/request-headers.ts';
import type { SigningKeys } from '#shared/webhooks/domain/signing-keys.ts';
import { applyEdit, type EditDependencies } from '#shared/webhooks/http/apply-edit.ts';
import { endpointRevision } from '#shared/webhooks/http/endpoint-view.ts';
import { loadEndpoint } from '#shared/webhooks/http/load-endpoint.ts';
import { requireTakeOverAdmin } from '#shared/webhooks/http/take-over.ts';
import { sealHeaders } from '#shared/webhooks/sending/seal-headers.ts';
import { sealNewKey } from '#shared/webhooks/sending/seal-new-key.ts';
import type { SecretDependencies } from '#shared/webhooks/sending/seal-new-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = EditDependencies &
  SecretDependencies & { readonly workspaces: Pick<WorkspaceReader, 'findMember'> };

/** Edits an endpoint. `enabled` enables or pauses it, `take_over` makes the caller's member responsible. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, Endpoint> {
  return {
    load: (request) => loadEndpoint(deps.endpoints, request),
    revisionOf: endpointRevision,

    async handle(request) {
      const {
        description,
        headers,
        take_over: takeOver,
        asymmetric_signatures: isAsymmetric,
        ...body
      } = request.body;
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
        signingKeys: await changedKeys(deps, request.resource, isAsymmetric),
      });
    },
  };
}

/** Undefined if the endpoint already has what is requested: its key pair must not change with an edit that repeats the value. */
async function changedKeys(
  deps: SecretDependencies,
  endpoint: Endpoint,
  isAsymmetric: boolean | undefined,
): Promise<SigningKeys | null | undefined> {
  if (isAsymmetric === undefined || isAsymmetric === (endpoint.signingKeys !== null)) return undefined;
  return isAsymmetric ? { current: await sealNewKey(deps, endpoint), previous: null } : null;
}
