import { newEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { requirePlatformBroadcast } from '#shared/broadcasts/domain/platform-broadcast.ts';
import { estimateView } from '#shared/broadcasts/http/estimate-view.ts';
import { loadBroadcast } from '#shared/broadcasts/http/load-broadcast.ts';
import type { BroadcastEstimates } from '#shared/broadcasts/ports/broadcast-estimates.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { estimateBasis } from '#shared/broadcasts/use-cases/estimate-basis.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly broadcastEstimates: Pick<BroadcastEstimates, 'find' | 'request'>;
};

/** Requests an estimate. It replaces an earlier estimate, whose runs are then outdated. */
export function createHandler({
  broadcasts,
  broadcastEstimates,
}: Dependencies): OperationHandler<typeof operation, Broadcast> {
  return {
    load: (request) => loadBroadcast(broadcasts, request),

    async handle({ resource, now, command }) {
      const broadcast = requirePlatformBroadcast(resource);
      const basis = estimateBasis(broadcast);
      const before = await broadcastEstimates.find(broadcast.workspaceId, broadcast.id);
      const estimate = newEstimate(broadcast, basis, before, now);
      const response = { status: 202, body: { data: estimateView(estimate, basis) } };
      await broadcastEstimates.request(before, estimate, await command(response));
      return response;
    },
  };
}
