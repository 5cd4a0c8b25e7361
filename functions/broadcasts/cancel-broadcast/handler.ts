import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { cancelBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import { type TransitionStores, saveTransition } from '#shared/broadcasts/http/save-transition.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import { withCounts } from '#shared/broadcasts/use-cases/with-counts.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Cancels a broadcast. A broadcast in flight ends with `salesbot.broadcast.failed`; one that never started emits no event. */
export function createHandler(
  stores: TransitionStores & { readonly recipients: Pick<RecipientReader, 'readCounts'> },
): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(stores.broadcasts, request),
    revisionOf: broadcastRevision,

    async handle(request) {
      const counted = await withCounts(stores.recipients, request.resource);
      return saveTransition(stores, request, cancelBroadcast(counted, request.now));
    },
  };
}
