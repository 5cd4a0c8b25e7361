import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import { canBeResponsible } from '#shared/webhooks/domain/suspend-endpoint.ts';

/**
 * The caller's member as the one who takes an endpoint over (G79). The write itself holds to it again (H18).
 * @throws PlatformError `admin_required` if they are no admin with its products
 */
export async function requireSuccessor(
  workspaces: Pick<WorkspaceStore, 'findMember'>,
  { workspaceId, memberId }: Principal,
  endpoint: Endpoint,
): Promise<Endpoint['responsibleMember']> {
  const member = await workspaces.findMember(workspaceId, memberId);
  if (member && canBeResponsible(member, endpointProducts(endpoint)))
    return { id: member.id, name: member.name };
  throw new PlatformError(
    'admin_required',
    'Only an admin with access to the products of the endpoint can take it over.',
  );
}
