import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { pauseBroadcast } from '#shared/broadcasts/domain/pause-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import { type PauseStores, savePause } from '#shared/broadcasts/http/save-pause.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Pauses a broadcast in flight. Every claim requires that the broadcast is not paused, so nothing more is claimed. */
export function createHandler(stores: PauseStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const { resource, now } = request;
      return savePause(stores, request, 'pause', (state) => pauseBroadcast(resource, state, now));
    },
  };
}
