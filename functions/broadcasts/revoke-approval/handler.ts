import { revokeApproval } from '#shared/broadcasts/domain/approve-broadcast.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import {
  type SilentTransitionStores,
  saveSilentTransition,
} from '#shared/broadcasts/http/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Revokes an approval. A broadcast that requires one is then blocked at its scheduled time. */
export function createHandler(stores: SilentTransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveSilentTransition(stores, request, revokeApproval(request.resource, request.now));
    },
  };
}
