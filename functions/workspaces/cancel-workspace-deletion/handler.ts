import { PlatformError } from '#shared/platform/core/errors.ts';
import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import type { WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';
import { workspaceView } from '#shared/workspaces/http/workspace-view.ts';
import type { WorkspaceDeletionStore } from '#shared/workspaces/ports/workspace-deletion-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly deletions: Pick<WorkspaceDeletionStore, 'find' | 'cancel'>;
};

type Loaded = { readonly workspace: Workspace; readonly requested: WorkspaceDeletion | undefined };

/** Cancels the requested deletion of the workspace. */
export function createHandler({
  workspaces,
  deletions,
}: Dependencies): OperationHandler<typeof operation, Loaded> {
  return {
    async load({ principal }) {
      const workspace = await loadWorkspace(workspaces, principal);
      return { workspace, requested: await deletions.find(workspace.id) };
    },

    async handle({ resource: { workspace, requested }, command }) {
      const deletion = requireCancellable(requested);
      const response = { status: 200, body: { data: workspaceView(workspace) } };
      await deletions.cancel(deletion, await command(response));
      return response;
    },
  };
}

function requireCancellable(requested: WorkspaceDeletion | undefined): WorkspaceDeletion {
  if (!requested) {
    const detail = 'The deletion of the workspace was not requested, or it was cancelled before.';
    throw new PlatformError(workspacesErrors.deletion_not_requested, detail);
  }
  if (requested.phase !== 'grace') {
    const detail = 'The grace period has ended, and the workspace is being erased. Create a new workspace.';
    throw new PlatformError(workspacesErrors.deletion_started, detail);
  }
  return requested;
}
