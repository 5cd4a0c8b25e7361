import { loadWorkspace } from '#shared/platform/http/load-workspace.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly workspaces: Pick<WorkspaceReader, 'find'> };

/** Lists the only workspace that the key can use. */
export function createHandler({ workspaces }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal }) {
      const { id: uuid, name, timezone, createdAt } = await loadWorkspace(workspaces, principal);
      return { status: 200, body: { data: [{ uuid, name, timezone, created_at: createdAt.toISOString() }] } };
    },
  };
}
