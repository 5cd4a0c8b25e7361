import { loadCaller } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { type Member, MEMBER_PRODUCTS } from '#shared/platform/identity/workspace.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { requireGrantableMember } from '#shared/workspaces/domain/require-grantable-member.ts';
import { memberView } from '#shared/workspaces/http/member-view.ts';
import type { MemberStore } from '#shared/workspaces/ports/member-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly members: Pick<MemberStore, 'create'>;
};

/** Adds a member, who needs an API key to do anything. */
export function createHandler({
  workspaces,
  members,
}: Dependencies): OperationHandler<typeof operation, Member> {
  return {
    load: ({ principal }) => loadCaller(workspaces, principal),

    async handle({ principal: { workspaceId }, resource: caller, body, now, baseUrl, command }) {
      const { name, email, role, products = MEMBER_PRODUCTS } = body;
      const member: Member = {
        id: newId(now),
        workspaceId,
        name,
        email,
        role,
        products,
        revision: 1,
        createdAt: now,
      };
      requireGrantableMember(null, member, caller);
      const headers = { Location: `${baseUrl}/api/v1/members/${member.id}` };
      const response = { status: 201, body: { data: memberView(member) }, headers };
      await members.create(member, await command(response));
      return response;
    },
  };
}
