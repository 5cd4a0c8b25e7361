import { failedOf, parseAudience } from '#shared/broadcasts/domain/audience.ts';
import { hasEnded } from '#shared/broadcasts/domain/broadcast-machine.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';

/**
 * Requires that the broadcast which an audience names exists, was sent by the platform and has ended. An ended broadcast stays ended, so
 * this is checked once, when the audience is set. @throws ValidationError `audience_invalid`
 */
export async function requireAudienceSource(
  broadcasts: Pick<BroadcastReader, 'find'>,
  { workspaceId, sending, audience }: Pick<Broadcast, 'workspaceId' | 'sending' | 'audience'>,
): Promise<void> {
  if (sending === null) return;
  const sourceId = failedOf(parseAudience(audience) ?? {});
  if (sourceId === undefined) return;
  const source = await broadcasts.find(workspaceId, sourceId);
  if (source && source.sending !== null && hasEnded(source)) return;
  const detail =
    'The workspace has no such broadcast that the platform sent and that has ended. Use the ID of one that is finished, failed or cancelled.';
  throw new ValidationError([{ pointer: '#/audience/failed_of', code: 'audience_invalid', detail }]);
}
