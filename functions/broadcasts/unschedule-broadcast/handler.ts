import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { unscheduleBroadcast } from '#shared/broadcasts/domain/schedule-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import { type QuietMoveStores, saveQuietMove } from '#shared/broadcasts/use-cases/save-move.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Returns a scheduled broadcast to a draft; it loses only its time. */
export function createHandler(stores: QuietMoveStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveQuietMove(stores, request, unscheduleBroadcast(request.resource, request.now));
    },
  };
}
