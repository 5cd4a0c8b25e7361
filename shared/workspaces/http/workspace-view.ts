import * as v from 'valibot';
import { count, created, id } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import type { Workspace } from '#shared/platform/identity/workspace.ts';
import { described } from '#shared/platform/http/described.ts';

/** A workspace as shown. */
export const workspaceSchema = described(
  named(
    'Workspace',
    v.object({
      id,
      name: described(v.string(), 'What people call it'),
      timezone: described(v.string(), 'IANA name of the zone that dates and times of posts are meant in'),
      created_at: created,
    }),
  ),
  'What everything belongs to',
);

/** The representation of a workspace. */
export function workspaceView(workspace: Workspace): v.InferInput<typeof workspaceSchema> {
  const { name, timezone, createdAt } = workspace;
  return { id: workspace.id, name, timezone, created_at: createdAt.toISOString() };
}

/** How far the recompute of posts has come that the last change of the zone asked for (R29). */
export const recomputeSchema = described(
  named(
    'Recompute',
    v.object({
      state: described(
        v.picklist(['not_needed', 'queued', 'running', 'done']),
        '`not_needed` if the zone never changed',
      ),
      done: described(count, 'Posts that got another instant so far'),
      kept: described(count, 'Posts that kept theirs so far, since in the new zone it would be over'),
    }),
  ),
  'How far drafts and scheduled posts are computed again after the last change of the zone',
);

/** Its representation: posts that got another instant, and posts that kept theirs since it would be over. */
export function recomputeView({ recompute }: Workspace): v.InferInput<typeof recomputeSchema> {
  if (recompute === null) return { state: 'not_needed', done: 0, kept: 0 };
  const { state, done, kept } = recompute;
  return { state, done, kept };
}
