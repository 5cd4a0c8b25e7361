import * as v from 'valibot';
import { timestamp } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import type { WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';

/** The requested deletion of a workspace in responses. */
export const deletionSchema = withDescription(
  withTitle(
    'WorkspaceDeletion',
    v.object({
      state: withDescription(
        v.picklist(['scheduled', 'erasing']),
        '`scheduled` during the grace period; `erasing` from `erase_at`, when it can no longer be cancelled',
      ),
      requested_at: withDescription(timestamp, 'When the deletion was requested'),
      erase_at: withDescription(timestamp, 'End of the grace period of 7 days'),
    }),
  ),
  'The requested deletion of the workspace',
);

/** Converts a deletion to its representation. */
export function deletionView({
  phase,
  requestedAt,
  eraseAt,
}: WorkspaceDeletion): v.InferInput<typeof deletionSchema> {
  return {
    state: phase === 'grace' ? 'scheduled' : 'erasing',
    requested_at: requestedAt.toISOString(),
    erase_at: eraseAt.toISOString(),
  };
}
