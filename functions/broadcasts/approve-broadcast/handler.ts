import { approveBroadcast } from '#shared/broadcasts/domain/approve-broadcast.ts';
import { hasSameContent } from '#shared/broadcasts/domain/broadcast-content.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import {
  type SilentTransitionStores,
  saveSilentTransition,
} from '#shared/broadcasts/http/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Approves a broadcast as the member of the API key; with `If-Match`, only the revision that the member has read. */
export function createHandler(stores: SilentTransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,
    mayRetry: hasSameContent,

    async handle(request) {
      const { memberId } = request.principal;
      return saveSilentTransition(stores, request, approveBroadcast(request.resource, memberId, request.now));
    },
  };
}
