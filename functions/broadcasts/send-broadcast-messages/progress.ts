import { type BroadcastRun, RunMovedError } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { BroadcastRuns } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { RecipientChange, RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';

/** The progress of one invocation, which stops once another one has stored progress. */
export type Progress = {
  /** The run as it was stored last. */
  current(): BroadcastRun;
  /** @throws RunMovedError */
  store(next: BroadcastRun): Promise<void>;
  /** Stores the run and recipients, all or nothing. @throws RunMovedError · ConcurrentUpdateError if a recipient has changed */
  apply(next: BroadcastRun, changes: readonly RecipientChange[]): Promise<void>;
};

export function createProgress(
  {
    runs,
    recipients,
  }: { readonly runs: Pick<BroadcastRuns, 'advance'>; readonly recipients: Pick<RecipientStore, 'apply'> },
  found: BroadcastRun,
): Progress {
  let stored = found;

  function isStored(next: BroadcastRun, written: boolean): void {
    if (!written) throw new RunMovedError();
    stored = next;
  }

  return {
    current: () => stored,
    store: async (next) => isStored(next, await runs.advance(stored, next)),
    apply: async (next, changes) =>
      isStored(next, await recipients.apply({ before: stored, after: next }, changes)),
  };
}
