import type { Broadcast } from '#shared/domain/broadcasts/broadcast.ts';
import type { BroadcastStore } from '#shared/domain/ports/broadcast-store.ts';
import { broadcastAnswer, broadcastTag } from '#shared/http/broadcasts/broadcast-view.ts';
import { loadBroadcast } from '#shared/http/broadcasts/load-broadcast.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { noneMatchHits } from '#shared/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly broadcasts: Pick<BroadcastStore, 'find'> };

/** Reads a broadcast; who has it at this revision is told so without it (decisions 3). */
export function createGetBroadcastHandler({
  broadcasts,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource: broadcast, event }) {
      const tag = broadcastTag(broadcast);
      if (noneMatchHits(event.headers['if-none-match'], tag.ETag)) return { status: 304, headers: tag };
      return broadcastAnswer(200, broadcast);
    },
  };
}
