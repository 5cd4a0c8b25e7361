import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { reportBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import { type TransitionStores, saveTransition } from '#shared/broadcasts/http/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/**
 * Applies a report of the engine. An outcome ends the broadcast and emits one event
 * (docs/specification/broadcasts.md#broadcast-reports).
 */
export function createHandler(stores: TransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveTransition(stores, request, reportBroadcast(request.resource, request.body, request.now));
    },
  };
}
