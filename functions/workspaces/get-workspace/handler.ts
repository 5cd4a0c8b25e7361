import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { deletionView } from '#shared/workspaces/http/deletion-view.ts';
import { recomputeView, workspaceView } from '#shared/workspaces/http/workspace-view.ts';
import type { WorkspaceDeletionReader } from '#shared/workspaces/ports/workspace-deletion-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly deletions: WorkspaceDeletionReader;
};

/** Reads the workspace of the key. */
export function createHandler({
  workspaces,
  deletions,
}: Dependencies): OperationHandler<typeof operation, Workspace> {
  return {
    load: ({ principal }) => loadWorkspace(workspaces, principal),
    async handle({ resource }) {
      const deletion = await deletions.find(resource.id);
      return {
        status: 200,
        body: {
          data: workspaceView(resource),
          recompute: recomputeView(resource),
          deletion: deletion ? deletionView(deletion) : null,
        },
      };
    },
  };
}
