import { requireAllowed } from '#shared/broadcasts/domain/broadcast-transition.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly broadcasts: Pick<BroadcastStore, 'find' | 'remove'> };

/** Deletes a draft or an ended broadcast. The write requires the revision at which it was one. */
export function createHandler({ broadcasts }: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),
    revisionOf: broadcastRevision,

    async handle({ resource: broadcast, command }) {
      requireAllowed('delete', broadcast);
      const response = { status: 204 };
      await broadcasts.remove(broadcast, await command(response));
      return response;
    },
  };
}
