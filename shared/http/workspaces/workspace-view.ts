import * as v from 'valibot';
import { count, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import type { Workspace } from '#shared/domain/workspaces/workspace.ts';

/** A workspace as shown. */
export const workspaceSchema = named(
  'Workspace',
  v.object({
    id: uuid,
    name: v.string(),
    timezone: v.string(),
    created_at: timestamp,
  }),
);

/** The representation of a workspace. */
export function workspaceView(workspace: Workspace): v.InferInput<typeof workspaceSchema> {
  const { id, name, timezone, createdAt } = workspace;
  return { id, name, timezone, created_at: createdAt.toISOString() };
}

/** How far the recompute of posts has come that the last change of the zone asked for (R29). */
export const recomputeSchema = named(
  'Recompute',
  v.object({
    state: v.picklist(['not_needed', 'queued', 'running', 'done']),
    done: count,
    kept: count,
  }),
);

/** Its representation: posts that got another instant, and posts that kept theirs since it would be over. */
export function recomputeView({ recompute }: Workspace): v.InferInput<typeof recomputeSchema> {
  if (recompute === null) return { state: 'not_needed', done: 0, kept: 0 };
  const { state, done, kept } = recompute;
  return { state, done, kept };
}
