import { hasEnded } from '#shared/broadcasts/domain/broadcast-machine.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { isPlatformBroadcast, recipientsExpireAt } from '#shared/broadcasts/domain/recipient.ts';
import { broadcastResponse } from '#shared/broadcasts/http/broadcast-view.ts';
import type { Progress } from '#shared/broadcasts/http/progress-view.ts';
import type { BroadcastRunReader } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/http/read-records.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = FindsRecords & {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly broadcastRuns: BroadcastRunReader;
  readonly recipients: Pick<RecipientReader, 'readCounts'>;
};

/** Reads a broadcast of this platform or of another system. The progress changes without the revision, so 304 would hide a change. */
export function createHandler({
  broadcasts,
  broadcastRuns,
  recipients,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('broadcast', { externalRecords }, async (workspaceId, id, now) => {
    const broadcast = await broadcasts.find(workspaceId, id);
    if (!broadcast) return undefined;
    const progress = await readProgress(broadcast, now);
    return { ...broadcastResponse(200, broadcast, progress), changesWithoutRevision: progress !== null };
  });

  /** The counts expire with the recipients. After that, the numbers at the end of the broadcast are known, and nothing else. */
  async function readProgress(broadcast: Broadcast, now: Date): Promise<Progress | null> {
    const { workspaceId, id, startedAt } = broadcast;
    if (!isPlatformBroadcast(broadcast) || startedAt === null) return null;
    if (hasEnded(broadcast) && recipientsExpireAt(startedAt) <= now) return null;
    const found = await broadcastRuns.find(workspaceId, id);
    return found ? { control: found.control, counts: await recipients.readCounts(id) } : null;
  }
}
