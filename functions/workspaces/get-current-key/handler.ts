import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: Pick<WorkspaceStore, 'find' | 'findMember'> };

/** Answers who the caller is; any valid key may ask. */
export function createHandler({ workspaces }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal }) {
      const [workspace, member] = await Promise.all([
        workspaces.find(principal.workspaceId),
        workspaces.findMember(principal.workspaceId, principal.memberId),
      ]);
      // A key that outlives its member or workspace is no key any more (R11).
      if (!workspace || !member) {
        throw new PlatformError('api_key_invalid', 'The member of this key has left the workspace.');
      }
      const key = { id: principal.keyId, permissions: [...principal.permissions] };
      return { status: 200, body: { data: { workspace, key, member } } };
    },
  };
}
