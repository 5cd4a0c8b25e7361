import type { BroadcastEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** Reads estimates of broadcasts. */
export type BroadcastEstimateReader = {
  /** Strongly consistent. Also returns an expired estimate that DynamoDB has not deleted yet. */
  find(workspaceId: string, broadcastId: string): Promise<BroadcastEstimate | undefined>;
};

/** Estimates of broadcasts, one each. `BroadcastStore.remove` deletes it. */
export type BroadcastEstimates = BroadcastEstimateReader & {
  /**
   * Stores a new estimate if its broadcast exists. An earlier estimate is replaced, if it has stored no progress since it was read.
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  request(
    before: BroadcastEstimate | undefined,
    after: BroadcastEstimate,
    context: CommandContext,
  ): Promise<void>;

  /** Stores the progress. Returns false if another run was first, a new estimate was requested, or the broadcast was deleted. */
  advance(before: BroadcastEstimate, after: BroadcastEstimate): Promise<boolean>;
};
