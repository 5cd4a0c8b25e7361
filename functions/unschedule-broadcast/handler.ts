import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { unscheduleBroadcast } from '#shared/domain/broadcasts/schedule-broadcast.ts';
import { broadcastRevision } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import { type QuietMoveStores, saveQuietMove } from '#shared/http/broadcasts/save-move.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Takes a scheduled broadcast back to a draft; nothing is lost but its time. */
export function createUnscheduleBroadcastHandler(
  stores: QuietMoveStores,
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveQuietMove(stores, request, unscheduleBroadcast(request.resource, request.now));
    },
  };
}
