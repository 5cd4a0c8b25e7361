import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { resumeBroadcast } from '#shared/broadcasts/domain/pause-broadcast.ts';
import { toUnits } from '#shared/broadcasts/domain/price.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import { type PauseStores, savePause } from '#shared/broadcasts/http/save-pause.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Continues a paused broadcast. A new run starts at once. A run that is still working can no longer store progress, and ends. */
export function createHandler(stores: PauseStores): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const { resource, body, now } = request;
      const budget = body.budget && toUnits(body.budget.amount);
      return savePause(stores, request, 'resume', (state) => resumeBroadcast(resource, state, budget, now));
    },
  };
}
