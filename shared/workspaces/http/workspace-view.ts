import * as v from 'valibot';
import { count, created, id } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';

/** A workspace in responses. */
export const workspaceSchema = withDescription(
  withTitle(
    'Workspace',
    v.object({
      id,
      name: withDescription(v.string(), 'Display name of the workspace'),
      timezone: withDescription(v.string(), 'IANA name of the time zone for the dates and times of posts'),
      created_at: created,
    }),
  ),
  'The workspace that owns all other resources',
);

/** Converts a workspace to its representation. */
export function workspaceView(workspace: Workspace): v.InferInput<typeof workspaceSchema> {
  const { name, timezone, createdAt } = workspace;
  return { id: workspace.id, name, timezone, created_at: createdAt.toISOString() };
}

/** Progress of recomputing posts after the last time zone change (docs/specification/workspaces.md#time-zone-change). */
export const recomputeSchema = withDescription(
  withTitle(
    'Recompute',
    v.object({
      state: withDescription(
        v.picklist(['not_needed', 'queued', 'running', 'done']),
        '`not_needed`: the time zone has never changed. After a change: `queued`, then `running`, then `done`',
      ),
      done: withDescription(count, 'Number of posts with a new `scheduled_at` so far'),
      kept: withDescription(
        count,
        'Number of posts that kept their earlier `scheduled_at` so far, because the new one would be in the past',
      ),
    }),
  ),
  'Progress of recomputing `scheduled_at` of drafts, of posts that wait for approval and of scheduled posts after the last change of the ' +
    'time zone',
);

/** Converts the progress to its representation. */
export function recomputeView({ recompute }: Workspace): v.InferInput<typeof recomputeSchema> {
  if (recompute === null) return { state: 'not_needed', done: 0, kept: 0 };
  const { state, done, kept } = recompute;
  return { state, done, kept };
}
