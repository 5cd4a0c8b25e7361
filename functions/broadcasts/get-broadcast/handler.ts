import { broadcastResponse } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/use-cases/read-records.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = FindsRecords & { readonly broadcasts: Pick<BroadcastReader, 'find'> };

/** Reads a broadcast of this platform or of another system. */
export function createHandler({
  broadcasts,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('broadcast', { externalRecords }, async (workspaceId, id) => {
    const broadcast = await broadcasts.find(workspaceId, id);
    return broadcast && broadcastResponse(200, broadcast);
  });
}
