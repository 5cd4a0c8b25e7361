import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { Member, Workspace } from '#shared/platform/identity/workspace.ts';

/** The caller's workspace. @throws PlatformError `api_key_invalid` if it is gone: then the key is none any more */
export async function loadWorkspace(
  workspaces: Pick<WorkspaceStore, 'find'>,
  { workspaceId }: Principal,
): Promise<Workspace> {
  const workspace = await workspaces.find(workspaceId);
  if (!workspace) throw new PlatformError('api_key_invalid', 'The workspace of this key no longer exists.');
  return workspace;
}

/** The member whom the caller's key belongs to. @throws PlatformError `api_key_invalid` (R11) */
export async function loadCaller(
  workspaces: Pick<WorkspaceStore, 'findMember'>,
  { workspaceId, memberId }: Principal,
): Promise<Member> {
  const member = await workspaces.findMember(workspaceId, memberId);
  if (!member) {
    throw new PlatformError('api_key_invalid', 'The member of this key has left the workspace.');
  }
  return member;
}

/** The member a path names. @throws PlatformError `member_not_found` */
export async function loadMember(
  workspaces: Pick<WorkspaceStore, 'findMember'>,
  request: { principal: Principal; params: Readonly<Record<string, string>> },
): Promise<Member> {
  const member = await workspaces.findMember(request.principal.workspaceId, request.params['member'] ?? '');
  if (!member) throw new PlatformError('member_not_found', NOT_FOUND);
  return member;
}
