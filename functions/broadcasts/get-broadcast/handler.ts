import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { broadcastResponse, broadcastTag } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { loadBroadcast } from '#shared/broadcasts/use-cases/load-broadcast.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { noneMatchHits } from '#shared/platform/http/precondition.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly broadcasts: Pick<BroadcastReader, 'find'> };

/** Reads a broadcast; a matching `If-None-Match` returns 304. */
export function createHandler({ broadcasts }: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource: broadcast, event }) {
      const tag = broadcastTag(broadcast);
      if (noneMatchHits(event.headers['if-none-match'], tag.ETag)) return { status: 304, headers: tag };
      return broadcastResponse(200, broadcast);
    },
  };
}
