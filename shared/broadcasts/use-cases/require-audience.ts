import { failedOf, readStoredAudience } from '#shared/broadcasts/domain/audience.ts';
import { hasEnded } from '#shared/broadcasts/domain/broadcast-machine.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { isPlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import { findListProblem } from './check-list.ts';

export type AudienceSources = {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly imports: Pick<ContactImportReader, 'find'>;
};

/**
 * Requires that the broadcast in `failed_of` exists, was sent by the platform and has ended, and that the import in `list` is completed and
 * has a list. An ended broadcast stays ended, so it is checked only here, when the audience is set. A list can expire later, so the start
 * checks the list again. @throws ValidationError `audience_invalid`
 */
export async function requireAudienceSource(
  { broadcasts, imports }: AudienceSources,
  { workspaceId, sending, audience: text }: Pick<Broadcast, 'workspaceId' | 'sending' | 'audience'>,
  now: Date,
): Promise<void> {
  if (sending === null) return;
  const audience = readStoredAudience(text);
  const problem = await findListProblem(imports, workspaceId, audience, now);
  if (problem !== undefined)
    throw new ValidationError([
      { pointer: '#/audience/list', ...broadcastsErrors.audience_invalid(), detail: problem },
    ]);
  const sourceId = failedOf(audience);
  if (sourceId === undefined) return;
  const source = await broadcasts.find(workspaceId, sourceId);
  if (source && isPlatformBroadcast(source) && hasEnded(source)) return;
  const detail =
    'The workspace has no ended broadcast of the platform with this ID. Use the ID of one that is finished, failed or cancelled.';
  throw new ValidationError([
    { pointer: '#/audience/failed_of', ...broadcastsErrors.audience_invalid(), detail },
  ]);
}
