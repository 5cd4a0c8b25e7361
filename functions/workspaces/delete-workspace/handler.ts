import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { requestDeletion, type WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';
import { deletionView } from '#shared/workspaces/http/deletion-view.ts';
import type { WorkspaceDeletionStore } from '#shared/workspaces/ports/workspace-deletion-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly deletions: Pick<WorkspaceDeletionStore, 'find' | 'request'>;
};

/** Requests the deletion of the workspace. A request that exists already stays as it is. */
export function createHandler({
  workspaces,
  deletions,
}: Dependencies): OperationHandler<typeof operation, { readonly requested: WorkspaceDeletion | undefined }> {
  return {
    async load({ principal }) {
      await loadWorkspace(workspaces, principal);
      return { requested: await deletions.find(principal.workspaceId) };
    },

    async handle({ principal, resource: { requested }, now, command }) {
      const deletion = requested ?? requestDeletion(principal.workspaceId, now);
      const response = { status: 202, body: { data: deletionView(deletion) } };
      if (!requested) await deletions.request(deletion, await command(response));
      return response;
    },
  };
}
