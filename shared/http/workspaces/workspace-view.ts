import * as v from 'valibot';
import type { Workspace } from '#shared/domain/workspaces/workspace.ts';

/** A workspace as shown. */
export const workspaceSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  timezone: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
});

/** The representation of a workspace. */
export function workspaceView(workspace: Workspace): v.InferInput<typeof workspaceSchema> {
  const { id, name, timezone, createdAt } = workspace;
  return { id, name, timezone, created_at: createdAt.toISOString() };
}
