import type { WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { Workspace } from '#shared/domain/workspaces/workspace.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { loadWorkspace } from '#shared/http/workspaces/load-workspace.ts';
import { workspaceView } from '#shared/http/workspaces/workspace-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: Pick<WorkspaceStore, 'find' | 'update'> };

/** Edits the workspace. No stored instant depends on its zone, so that there is nothing to compute again (R29). */
export function createUpdateWorkspaceHandler({
  workspaces,
}: Dependencies): OperationHandler<typeof operation, Workspace> {
  return {
    load: ({ principal }) => loadWorkspace(workspaces, principal),

    async handle({ resource: before, body, command }) {
      const after = { ...before, name: body.name ?? before.name, timezone: body.timezone ?? before.timezone };
      const data = workspaceView(after);
      const answer = { status: 200, body: { data, recompute: { state: 'not_needed' } } };
      const isChanged = after.name !== before.name || after.timezone !== before.timezone;
      if (isChanged) await workspaces.update(before, after, await command(answer));
      return answer;
    },
  };
}
