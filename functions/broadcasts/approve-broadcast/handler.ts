import { approveBroadcast } from '#shared/broadcasts/domain/approve-broadcast.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import { type QuietMoveStores, saveQuietMove } from '#shared/broadcasts/use-cases/save-move.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Approves a broadcast as the member of the key; with `If-Match`, exactly the revision that they read. */
export function createHandler(stores: QuietMoveStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const { memberId } = request.principal;
      return saveQuietMove(stores, request, approveBroadcast(request.resource, memberId, request.now));
    },
  };
}
