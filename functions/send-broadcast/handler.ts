import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { sendBroadcast } from '#shared/domain/broadcasts/start-broadcast.ts';
import { broadcastRevision } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import { type MoveStores, saveMove } from '#shared/http/broadcasts/save-move.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Starts a broadcast at once, with the event that tells so (G120). */
export function createSendBroadcastHandler(
  stores: MoveStores,
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveMove(stores, request, sendBroadcast(request.resource, request.now), 202);
    },
  };
}
