import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { reportBroadcast } from '#shared/domain/broadcasts/end-broadcast.ts';
import { broadcastRevision } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import { type MoveStores, saveMove } from '#shared/http/broadcasts/save-move.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Takes a report of the messaging engine in; its outcome ends the broadcast with one event (decisions 5.3). */
export function createReportBroadcastHandler(
  stores: MoveStores,
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveMove(stores, request, reportBroadcast(request.resource, request.body, request.now));
    },
  };
}
