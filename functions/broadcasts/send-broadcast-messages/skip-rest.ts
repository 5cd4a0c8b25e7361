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
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { EndLeases } from './end-leases.ts';
import type { Progress } from './progress.ts';

/** Recipients of one page: each is one item of a transaction, besides up to 16 counters and the run. DynamoDB allows 100. */
const PAGE = 80;

/** A time after which no recipient can be due. */
const ALWAYS = new Date('9999-12-31T00:00:00Z');

/** Wait in milliseconds for the index of recipients, and for results that are being recorded. */
const SOON_MS = 1000;

export type SkipDependencies = {
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly recipients: Pick<RecipientStore, 'listDue' | 'nextDue' | 'readCounts'>;
  readonly clock: Clock;
};

/**
 * Skips the pending recipients of a broadcast that was cancelled or has failed. Recipients that are sending get their result, or become unknown
 * when their lease ends. Returns the run with its next job or at its end; undefined if the time of this run is over.
 */
export function createSkipping({ broadcasts, recipients, clock }: SkipDependencies, endLeases: EndLeases) {
  return async (
    progress: Progress,
    { hasTime }: { readonly hasTime: () => boolean },
  ): Promise<BroadcastRun | undefined> => {
    const { workspaceId, broadcastId } = progress.current();
    const broadcast = await broadcasts.find(workspaceId, broadcastId);
    const reason = broadcast?.state === 'failed' ? 'broadcast_failed' : 'broadcast_cancelled';
    while (hasTime()) {
      const rest = await recipients.listDue(broadcastId, 'pending', ALWAYS, PAGE);
      const now = clock();
      if (rest.length === 0) {
        await endLeases(broadcastId);
        if (isOver(await recipients.readCounts(broadcastId))) return endedRun(progress.current(), now);
        const lease = await recipients.nextDue(broadcastId, 'sending');
        const soon = now.getTime() + SOON_MS;
        const at = new Date(Math.max(soon, lease?.getTime() ?? soon));
        return continuedAt(progress.current(), at, now);
      }
      const changes = rest.map((before) => ({ before, after: skipped(before, reason, now) }));
      await progress.apply(inPhase(progress.current(), 'stopping', now), changes);
    }
    return undefined;
  };
}
