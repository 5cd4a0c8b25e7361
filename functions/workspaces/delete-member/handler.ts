import { loadMember } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import type { MemberStore } from '#shared/workspaces/ports/member-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'findMember'>;
  readonly members: Pick<MemberStore, 'remove'>;
};

/** Removes a member together with their keys and responsibilities, in one transaction. */
export function createHandler({
  workspaces,
  members,
}: Dependencies): OperationHandler<typeof operation, Member> {
  return {
    load: (request) => loadMember(workspaces, request),

    async handle({ resource: member, command }) {
      const response = { status: 204 };
      await members.remove(member, await command(response));
      return response;
    },
  };
}
