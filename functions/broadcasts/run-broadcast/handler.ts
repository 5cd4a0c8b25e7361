import { eventOfMove } from '#shared/broadcasts/domain/broadcast-event.ts';
import type { BroadcastMove } from '#shared/broadcasts/domain/broadcast-move.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { runScheduledBroadcast } from '#shared/broadcasts/domain/scheduled-broadcast.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { EndpointStore } from '#shared/webhooks/ports/endpoint-store.ts';

/** For how long a due broadcast that is edited in between is tried: well within the function's 30 seconds. In milliseconds. */
const PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 400;

/**
 * A start reads before it writes, and an edit does not: where they follow each other fast, they would always win. After so
 * many tries they are held up for a moment, which passes by itself should this function be stopped.
 */
const FAIR_TRIES = 3;
const HOLD_MS = 2000;

const DUE_OUTDATED = { code: 'BROADCAST_DUE_OUTDATED', message: 'Job is outdated; nothing to do' };
const BROADCAST_RUN = { code: 'BROADCAST_RUN', message: 'Scheduled broadcast started, blocked or failed' };

type Dependencies = {
  readonly broadcasts: Pick<BroadcastStore, 'find' | 'save' | 'holdEdits'>;
  readonly endpoints: Pick<EndpointStore, 'readDirectory'>;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
};

/**
 * Starts a broadcast whose time has come, or gives one up that nothing is heard of. A message that comes twice, late or for
 * an earlier plan finds another plan and does nothing; the write demands the revision that was read, so what starts is one
 * whole version of the broadcast, and an edit at the same moment comes before it or is refused.
 */
export function createHandler(deps: Dependencies) {
  const { broadcasts, endpoints, clock, newNonce, wait, log } = deps;

  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { id, workspace_id: workspaceId, seq } = job;
    const end = clock().getTime() + PATIENCE_MS;
    let now = clock();
    for (let tries = 1; now.getTime() < end; tries += 1) {
      const before = await broadcasts.find(workspaceId, id);
      const outcome = runScheduledBroadcast(before, job, now);
      if (before === undefined || outcome.kind === 'outdated') {
        log.info(DUE_OUTDATED, { broadcast_id: id, seq });
        return;
      }
      // The queue gives it back after its visibility time-out; should that be too soon still, the sweep finds it when due.
      if (outcome.kind === 'early') throw new RetryMessageError('The broadcast is not due yet');
      if (await executeOperation(before, outcome.move, now, messageId)) return;
      if (tries >= FAIR_TRIES) await broadcasts.holdEdits(before, new Date(now.getTime() + HOLD_MS));
      await wait(pauseAfter(tries));
      now = clock();
    }
    throw new RetryMessageError('The broadcast is being edited all the time');
  };

  /** False if somebody else changed the broadcast since it was read. */
  async function executeOperation(
    before: Broadcast,
    made: BroadcastMove,
    now: Date,
    requestId: string,
  ): Promise<boolean> {
    const directory = made.emits === undefined ? [] : await endpoints.readDirectory(before.workspaceId);
    const event = eventOfMove(made, { id: newId(now), now, directory, correlationId: requestId });
    const trace = { requestId, nonce: newNonce(), at: now };
    const change = { actor: { kind: 'system' }, operation: 'run-broadcast', ...trace } as const;
    try {
      await broadcasts.save(before, made.broadcast, { change, remember: null }, event);
    } catch (error) {
      if (error instanceof ConcurrentUpdateError) return false;
      throw error;
    }
    const { state, blockedReason: reason } = made.broadcast;
    log.info(BROADCAST_RUN, { broadcast_id: before.id, state, reason });
    return true;
  }
}

/** Jittered around half: consumers and editors that met once are not to meet again. */
function pauseAfter(tries: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.25 + Math.random() / 2);
}
