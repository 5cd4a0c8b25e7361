import type { MemberStore } from '#shared/domain/ports/member-store.ts';
import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import { changeMember } from '#shared/domain/workspaces/change-member.ts';
import type { Member } from '#shared/domain/workspaces/workspace.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadMember } from '#shared/http/workspaces/load-workspace.ts';
import { memberView } from '#shared/http/workspaces/member-view.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceStore, 'findMember'>;
  readonly members: Pick<MemberStore, 'update'>;
};

/** Changes role and products of a member, and with them their keys and the endpoints they are responsible for (R11, R12). */
export function createUpdateMemberHandler({
  workspaces,
  members,
}: Dependencies): OperationHandler<typeof operation, Member> {
  return {
    load: (request) => loadMember(workspaces, request),

    async handle({ resource: before, body, command }) {
      const after = changeMember(before, body);
      const answer = { status: 200, body: { data: memberView(after ?? before) } };
      if (after) await members.update(before, after, await command(answer));
      return answer;
    },
  };
}
