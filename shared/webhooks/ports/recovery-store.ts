import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';

/** The reads of `RecoveryStore`, for operations that may not write. */
export type RecoveryReader = {
  /** A recovery of an endpoint; strongly consistent. */
  find(endpointId: string, recoveryId: string): Promise<Recovery | undefined>;
};

/** Recoveries and their progress. */
export type RecoveryStore = RecoveryReader & {
  /**
   * Writes a recovery; the stream consumer starts it. Of concurrent requests for one endpoint, one succeeds.
   * @throws PlatformError `recovery_running` · DuplicateRequestError · ConcurrentUpdateError
   */
  create(recovery: Recovery, context: CommandContext): Promise<void>;

  /** Records the cursor and the resends of a step. A repeated step is counted once. */
  advance(recovery: Recovery, step: { cursor: string; resent: number }): Promise<Recovery>;

  /** Finishes a recovery: completed, or stopped early with a reason. */
  finish(recovery: Recovery, reason: Recovery['reason'], now: Date): Promise<void>;
};
