import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { scheduleBroadcast } from '#shared/broadcasts/domain/schedule-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import { type QuietMoveStores, saveQuietMove } from '#shared/broadcasts/use-cases/save-move.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

/** Schedules a draft, or changes the time of a scheduled broadcast. A stream consumer creates the timer. */
export function createHandler(stores: QuietMoveStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const transition = scheduleBroadcast(request.resource, request.body.scheduled_at, request.now);
      return saveQuietMove(stores, request, transition);
    },
  };
}
