import { approveBroadcast } from '#shared/broadcasts/domain/approve-broadcast.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import {
  type SilentTransitionStores,
  saveSilentTransition,
} from '#shared/broadcasts/use-cases/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Signs a broadcast off in the name of the key’s member; with `If-Match` exactly what they read. */
export function createHandler(stores: SilentTransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const { memberId } = request.principal;
      return saveSilentTransition(stores, request, approveBroadcast(request.resource, memberId, request.now));
    },
  };
}
