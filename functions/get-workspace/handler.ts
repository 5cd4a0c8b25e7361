import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { Workspace } from '#shared/domain/workspaces/workspace.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadWorkspace } from '#shared/http/workspaces/load-workspace.ts';
import { recomputeView, workspaceView } from '#shared/http/workspaces/workspace-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: Pick<WorkspaceStore, 'find'> };

/** Shows the workspace that the key belongs to. */
export function createGetWorkspaceHandler({
  workspaces,
}: Dependencies): OperationHandler<typeof operation, Workspace> {
  return {
    load: ({ principal }) => loadWorkspace(workspaces, principal),
    handle: async ({ resource }) => ({
      status: 200,
      body: { data: workspaceView(resource), recompute: recomputeView(resource) },
    }),
  };
}
