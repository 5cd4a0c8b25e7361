import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { reportBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import { type MoveStores, saveMove } from '#shared/broadcasts/use-cases/save-move.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Applies a report of the messaging engine; an outcome ends the broadcast with one event. */
export function createHandler(stores: MoveStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveMove(stores, request, reportBroadcast(request.resource, request.body, request.now));
    },
  };
}
