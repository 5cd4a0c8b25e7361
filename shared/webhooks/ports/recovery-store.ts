import type { CommandContext } from '#shared/platform/core/change.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';

/** Recoveries and their progress. */
export interface RecoveryStore {
  /** Writes a recovery; the stream takes it from there. @throws DuplicateRequestError · ConcurrentUpdateError */
  create(recovery: Recovery, context: CommandContext): Promise<void>;

  /** A recovery of an endpoint; strongly consistent. */
  find(endpointId: string, recoveryId: string): Promise<Recovery | undefined>;

  /** Notes a step: the place reached and the resends made in it, once, whoever makes the step twice. */
  advance(recovery: Recovery, step: { cursor: string; resent: number }): Promise<Recovery>;

  /** Ends a recovery, at its end or before with a reason. */
  finish(recovery: Recovery, reason: Recovery['reason'], now: Date): Promise<void>;
}
