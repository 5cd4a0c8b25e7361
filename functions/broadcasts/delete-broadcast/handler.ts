import { requireAllowed } from '#shared/broadcasts/domain/broadcast-move.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastRevision } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import type { OperationHandler } from '#shared/platform/http/handler.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly broadcasts: Pick<BroadcastStore, 'find' | 'remove'> };

/** Deletes a draft, which nobody was told of; the write demands the revision at which it was one. */
export function createHandler({ broadcasts }: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),
    revisionOf: broadcastRevision,

    async handle({ resource: broadcast, command }) {
      requireAllowed('delete', broadcast);
      const answer = { status: 204 };
      await broadcasts.remove(broadcast, await command(answer));
      return answer;
    },
  };
}
