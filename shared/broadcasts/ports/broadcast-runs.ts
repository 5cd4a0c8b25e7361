import type { BroadcastControl, PauseReason } from '#shared/broadcasts/domain/broadcast-control.ts';
import type { BroadcastRun } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { RunState } from '#shared/broadcasts/domain/run-state.ts';

/** Reads the progress of broadcasts that the platform sends. */
export type BroadcastRunReader = {
  /** Strongly consistent; undefined for a broadcast that has not started. */
  find(workspaceId: string, broadcastId: string): Promise<RunState | undefined>;
};

/** The progress of broadcasts that the platform sends. `BroadcastStore.save` creates it with the start, and stops it with the end. */
export type BroadcastRuns = BroadcastRunReader & {
  /** Stores the progress. Returns false if another run was first. */
  advance(before: BroadcastRun, after: BroadcastRun): Promise<boolean>;

  /** Pauses a broadcast that is not paused and still has the budget of `before`. Returns false for others, which do not change. */
  pause(before: BroadcastControl, reason: PauseReason, at: Date): Promise<boolean>;
};
