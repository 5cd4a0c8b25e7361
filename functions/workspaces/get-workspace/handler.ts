import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { loadWorkspace } from '#shared/platform/use-cases/load-workspace.ts';
import { recomputeView, workspaceView } from '#shared/workspaces/http/workspace-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: Pick<WorkspaceReader, 'find'> };

/** Reads the workspace of the key. */
export function createHandler({ workspaces }: Dependencies): OperationHandler<typeof operation, Workspace> {
  return {
    load: ({ principal }) => loadWorkspace(workspaces, principal),
    handle: async ({ resource }) => ({
      status: 200,
      body: { data: workspaceView(resource), recompute: recomputeView(resource) },
    }),
  };
}
