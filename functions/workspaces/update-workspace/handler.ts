import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceStore } from '#shared/platform/identity/workspace-store.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { requestRecompute } from '#shared/platform/identity/zone-recompute.ts';
import { workspaceView } from '#shared/workspaces/http/workspace-view.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: Pick<WorkspaceStore, 'find' | 'update'> };

/** Edits the workspace. A new time zone requests, in the same write, that posts are recomputed in the background. */
export function createHandler({ workspaces }: Dependencies): OperationHandler<typeof operation, Workspace> {
  return {
    load: ({ principal }) => loadWorkspace(workspaces, principal),

    async handle({ resource: before, body, now, command }) {
      const { name = before.name, timezone = before.timezone } = body;
      const isMoved = timezone !== before.timezone;
      const recompute = isMoved ? requestRecompute(before.recompute, now) : before.recompute;
      const after = { ...before, name, timezone, recompute };
      const data = workspaceView(after);
      const response = {
        status: 200,
        body: { data, recompute: { state: isMoved ? 'queued' : 'not_needed' } },
      };
      if (isMoved || name !== before.name) await workspaces.update(before, after, await command(response));
      return response;
    },
  };
}
