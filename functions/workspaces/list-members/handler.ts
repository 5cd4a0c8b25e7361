import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { memberView } from '#shared/workspaces/http/member-view.ts';
import type { MemberReader } from '#shared/workspaces/ports/member-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly members: MemberReader };

/** Lists members, newest first. */
export function createHandler({ members }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'members', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const found = await members.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, memberView) };
    },
  };
}
