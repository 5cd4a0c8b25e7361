import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import { canAnswerFor } from '#shared/domain/endpoints/suspend-endpoint.ts';
import { endpointProducts } from '#shared/domain/endpoints/endpoint.ts';
import { PlatformError } from '#shared/domain/errors.ts';
import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { Principal } from '#shared/domain/workspaces/principal.ts';

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
  if (member && canAnswerFor(member, endpointProducts(endpoint))) return { id: member.id, name: member.name };
  throw new PlatformError(
    'admin_required',
    'Only an admin with the endpoint’s products takes an endpoint over.',
  );
}
