import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { endpointProducts } from '#shared/webhooks/domain/endpoint.ts';
import { canBeResponsible } from '#shared/webhooks/domain/suspend-endpoint.ts';

/**
 * The caller's member as the new responsible member of an endpoint. The write repeats this check as a condition
 * (docs/failure-histories.md#member-removal-race).
 * @throws PlatformError `admin_required` unless the member is an admin with access to the products of the endpoint
 */
export async function requireTakeOverAdmin(
  workspaces: Pick<WorkspaceReader, 'findMember'>,
  { workspaceId, memberId }: Principal,
  endpoint: Endpoint,
): Promise<Endpoint['responsibleMember']> {
  const member = await workspaces.findMember(workspaceId, memberId);
  if (member && canBeResponsible(member, endpointProducts(endpoint)))
    return { id: member.id, name: member.name };
  throw new PlatformError(
    'admin_required',
    'Only an admin with access to the products of the endpoint can take it over. Use a key of such an admin.',
  );
}
