import { hasSameContent } from '#shared/broadcasts/domain/broadcast-content.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { sendBroadcast } from '#shared/broadcasts/domain/start-broadcast.ts';
import { mayApprove } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import { type TransitionStores, saveTransition } from '#shared/broadcasts/http/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Starts a broadcast immediately and emits its event. */
export function createHandler(stores: TransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,
    mayRetry: hasSameContent,

    async handle(request) {
      const { resource, principal, now } = request;
      return saveTransition(stores, request, sendBroadcast(resource, mayApprove(principal), now), 202);
    },
  };
}
