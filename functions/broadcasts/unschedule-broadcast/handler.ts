import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { unscheduleBroadcast } from '#shared/broadcasts/domain/schedule-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import {
  type SilentTransitionStores,
  saveSilentTransition,
} from '#shared/broadcasts/http/save-transition.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Returns a scheduled broadcast to a draft without a time. */
export function createHandler(stores: SilentTransitionStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      return saveSilentTransition(stores, request, unscheduleBroadcast(request.resource, request.now));
    },
  };
}
