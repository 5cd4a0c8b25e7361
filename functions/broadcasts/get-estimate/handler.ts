import { isExpired } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { isPlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import * as broadcastsErrors from '#shared/broadcasts/errors.ts';
import { estimateView } from '#shared/broadcasts/http/estimate-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import type { BroadcastEstimateReader } from '#shared/broadcasts/ports/broadcast-estimates.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { estimateBasis } from '#shared/broadcasts/use-cases/estimate-basis.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly broadcastEstimates: BroadcastEstimateReader;
};

/** Returns the estimate of a broadcast, and whether it is still that of its content. */
export function createHandler({
  broadcasts,
  broadcastEstimates,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource: broadcast, now }) {
      const found = await broadcastEstimates.find(broadcast.workspaceId, broadcast.id);
      if (!isPlatformBroadcast(broadcast) || !found || isExpired(found, now))
        throw notFound(broadcastsErrors.estimate_not_found);
      return { status: 200, body: { data: estimateView(found, estimateBasis(broadcast)) } };
    },
  };
}
