import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { cancelBroadcast } from '#shared/domain/broadcasts/end-broadcast.ts';
import { broadcastRevision } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import { type MoveStores, saveMove } from '#shared/http/broadcasts/save-move.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Cancels a broadcast for good. One in flight ends with `salesbot.broadcast.failed`, one that never started silently (R33). */
export function createCancelBroadcastHandler(
  stores: MoveStores,
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveMove(stores, request, cancelBroadcast(request.resource, request.now));
    },
  };
}
