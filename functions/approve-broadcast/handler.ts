import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { approveBroadcast } from '#shared/domain/broadcasts/approve-broadcast.ts';
import { broadcastRevision } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import { type QuietMoveStores, saveQuietMove } from '#shared/http/broadcasts/save-move.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Signs a broadcast off in the name of the key’s member; with `If-Match` exactly what they read. */
export function createApproveBroadcastHandler(
  stores: QuietMoveStores,
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const { memberId } = request.principal;
      return saveQuietMove(stores, request, approveBroadcast(request.resource, memberId, request.now));
    },
  };
}
