import { type BroadcastRun, RunMovedError } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { BroadcastRuns } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { RecipientChange, RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';

/** The length of a run in milliseconds; a new message then continues, so that one broadcast does not delay the others. */
const RUN_MS = 40_000;

/** One run of a broadcast: one invocation, which ends once another one has stored progress. */
export type Run = {
  readonly hasTime: () => boolean;
  /** The metadata of a change that the run makes now. */
  readonly newChange: () => Change;
  /** The progress as it was stored last. */
  current(): BroadcastRun;
  /** @throws RunMovedError */
  store(next: BroadcastRun): Promise<void>;
  /** Stores the progress and recipients, all or nothing. @throws RunMovedError · ConcurrentUpdateError if a recipient has changed */
  apply(next: BroadcastRun, changes: readonly RecipientChange[]): Promise<void>;
};

export type RunDependencies = {
  readonly runs: Pick<BroadcastRuns, 'advance'>;
  readonly recipients: Pick<RecipientStore, 'apply'>;
  readonly clock: Clock;
  readonly newNonce: () => string;
};

export function createRun(
  { runs, recipients, clock, newNonce }: RunDependencies,
  found: BroadcastRun,
  { start, requestId }: { readonly start: Date; readonly requestId: string },
): Run {
  const end = start.getTime() + RUN_MS;
  let stored = found;

  function isStored(next: BroadcastRun, written: boolean): void {
    if (!written) throw new RunMovedError();
    stored = next;
  }

  return {
    hasTime: () => clock().getTime() < end,
    newChange: () => systemChange('send-broadcast-messages', { requestId, nonce: newNonce(), at: clock() }),
    current: () => stored,
    store: async (next) => isStored(next, await runs.advance(stored, next)),
    apply: async (next, changes) =>
      isStored(next, await recipients.apply({ before: stored, after: next }, changes)),
  };
}
