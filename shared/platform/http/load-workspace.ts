import { PlatformError } from '#shared/platform/core/errors.ts';
import { member_not_found } from '#shared/platform/core/platform-errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Member, Workspace } from '#shared/platform/identity/workspace.ts';
import { notFound } from './not-found.ts';

/** The caller's workspace. @throws PlatformError `api_key_invalid` if it no longer exists */
export async function loadWorkspace(
  workspaces: Pick<WorkspaceReader, 'find'>,
  { workspaceId }: Principal,
): Promise<Workspace> {
  const workspace = await workspaces.find(workspaceId);
  if (!workspace) {
    throw new PlatformError(
      'api_key_invalid',
      'The workspace of this key no longer exists. Use a key of another workspace.',
    );
  }
  return workspace;
}

/** The member of the caller's key. @throws PlatformError `api_key_invalid` (docs/specification.md#removed-members) */
export async function loadCaller(
  workspaces: Pick<WorkspaceReader, 'findMember'>,
  { workspaceId, memberId }: Principal,
): Promise<Member> {
  const member = await workspaces.findMember(workspaceId, memberId);
  if (!member) {
    throw new PlatformError(
      'api_key_invalid',
      'The member of this key has left the workspace. Ask an admin for a new key.',
    );
  }
  return member;
}

/** Finds the member of the path. @throws PlatformError `member_not_found` */
export async function loadMember(
  workspaces: Pick<WorkspaceReader, 'findMember'>,
  request: { principal: Principal; params: { readonly member: string } },
): Promise<Member> {
  const member = await workspaces.findMember(request.principal.workspaceId, request.params.member);
  if (!member) throw notFound(member_not_found);
  return member;
}
