import {
  type BroadcastRun,
  continuedAt,
  endedRun,
  inPhase,
} from '#shared/broadcasts/domain/broadcast-run.ts';
import { isOver } from '#shared/broadcasts/domain/recipient-counts.ts';
import { skipped } from '#shared/broadcasts/domain/recipient.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { endLeases, type LeaseDependencies } from './end-leases.ts';
import type { Run } from './run.ts';

/** Recipients of one page: each is one item of a transaction, besides up to 16 counters and the run. DynamoDB allows 100. */
const PAGE = 80;

/** A time after which no recipient can be due. */
const ALWAYS = new Date('9999-12-31T00:00:00Z');

/** Wait in milliseconds for the index of recipients, and for results that are being recorded. */
const SOON_MS = 1000;

export type SkipDependencies = LeaseDependencies & {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly recipients: Pick<RecipientStore, 'nextDue' | 'readCounts'>;
};

/**
 * Skips the pending recipients of a broadcast that was cancelled or has failed. Recipients that are sending get their result, or become unknown
 * when their lease ends. Returns the run with its next job or at its end; undefined if the time of the run is over, or if the broadcast is
 * still in flight.
 */
export function createSkipping(deps: SkipDependencies) {
  const { broadcasts, recipients, clock } = deps;
  return async (run: Run): Promise<BroadcastRun | undefined> => {
    if (!run.hasTime()) return undefined;
    const { workspaceId, broadcastId } = run.current();
    const broadcast = await broadcasts.find(workspaceId, broadcastId);
    // The clock can have been set back since the time of the run was over.
    if (broadcast?.state === 'in_flight') return undefined;
    const reason = broadcast?.state === 'failed' ? 'broadcast_failed' : 'broadcast_cancelled';
    while (run.hasTime()) {
      const rest = await recipients.listDue(broadcastId, 'pending', ALWAYS, PAGE);
      const now = clock();
      if (rest.length === 0) {
        await endLeases(deps, run);
        if (isOver(await recipients.readCounts(broadcastId))) return endedRun(run.current(), now);
        const lease = await recipients.nextDue(broadcastId, 'sending');
        const soon = now.getTime() + SOON_MS;
        const at = new Date(Math.max(soon, lease?.getTime() ?? soon));
        return continuedAt(run.current(), at, now);
      }
      const changes = rest.map((before) => ({ before, after: skipped(before, reason, now) }));
      await run.apply(inPhase(run.current(), 'stopping', now), changes);
    }
    return undefined;
  };
}
