import { loadCaller, loadMember } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { changeMember } from '#shared/workspaces/domain/change-member.ts';
import { requireGrantableMember } from '#shared/workspaces/domain/require-grantable-member.ts';
import { memberView } from '#shared/workspaces/http/member-view.ts';
import type { MemberStore } from '#shared/workspaces/ports/member-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly members: Pick<MemberStore, 'update'>;
};

/** Changes role and products of a member, and with them the permissions of their keys and their endpoints. */
export function createHandler({
  workspaces,
  members,
}: Dependencies): OperationHandler<typeof operation, Member> {
  return {
    load: (request) => loadMember(workspaces, request),

    async handle({ principal, resource: before, body, command }) {
      const after = changeMember(before, body);
      if (after) requireGrantableMember(before, after, await loadCaller(workspaces, principal));
      const response = { status: 200, body: { data: memberView(after ?? before) } };
      if (after) await members.update(before, after, await command(response));
      return response;
    },
  };
}
