import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import { revokeApproval } from '#shared/domain/broadcasts/approve-broadcast.ts';
import { broadcastRevision } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import { type QuietMoveStores, saveQuietMove } from '#shared/http/broadcasts/save-move.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import type { operation } from './operation.ts';

/** Takes a sign-off back: what needs one is blocked when its time comes (G76). */
export function createRevokeApprovalHandler(
  stores: QuietMoveStores,
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveQuietMove(stores, request, revokeApproval(request.resource, request.now));
    },
  };
}
