import { toTransitionEvent } from '#shared/broadcasts/domain/broadcast-event.ts';
import type { BroadcastTransition } from '#shared/broadcasts/domain/broadcast-transition.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { watchedBroadcast } from '#shared/broadcasts/domain/platform-broadcast.ts';
import { runScheduledBroadcast } from '#shared/broadcasts/domain/scheduled-broadcast.ts';
import type { BroadcastRunReader } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { BroadcastStore } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecipientReader } from '#shared/broadcasts/ports/recipient-store.ts';
import { withCounts } from '#shared/broadcasts/use-cases/with-counts.ts';
import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

/** A start that conflicts with edits is retried this long, in milliseconds; well within the 30 s of the function. */
const RETRY_FOR_MS = 20_000;

/**
 * A start reads before it writes, and an edit does not, so frequent edits would always win. After this many tries, edits are
 * rejected for a moment. The hold expires automatically, even if this function is stopped.
 */
const FAIR_TRIES = 3;
const HOLD_MS = 2000;

const JOB_OUTDATED = { code: 'BROADCAST_JOB_OUTDATED', message: 'Job is outdated; nothing to do' };
const BROADCAST_RUN = { code: 'BROADCAST_RUN', message: 'Scheduled broadcast started, blocked or failed' };

export type Dependencies = {
  readonly broadcasts: Pick<BroadcastStore, 'find' | 'save' | 'holdEdits'>;
  readonly broadcastRuns: BroadcastRunReader;
  readonly recipients: Pick<RecipientReader, 'readCounts'>;
  readonly endpoints: EndpointDirectory;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly backOff: BackOff;
  readonly log: Log;
};

/**
 * Starts a scheduled broadcast, or fails one without a report or progress. A repeated, late or outdated message finds another `seq` and
 * does nothing. The write requires the revision that was read, so one complete version of the broadcast starts, and a
 * concurrent edit either precedes the start or is rejected.
 */
export function createHandler(deps: Dependencies) {
  const { broadcasts, broadcastRuns, recipients, endpoints, clock, newNonce, backOff, log } = deps;

  return async (job: ScheduledJob, { messageId }: Pick<MessageMetadata, 'messageId'>): Promise<void> => {
    const { id, workspaceId, seq } = job;
    const end = clock().getTime() + RETRY_FOR_MS;
    let now = clock();
    for (let tries = 1; now.getTime() < end; tries += 1) {
      const before = await broadcasts.find(workspaceId, id);
      const outcome = runScheduledBroadcast(before, job, now);
      if (before === undefined || outcome.kind === 'outdated') {
        log.info(JOB_OUTDATED, { broadcast_id: id, seq });
        return;
      }
      // SQS delivers the message again after its visibility timeout. If that is still too early, the sweep finds the broadcast later.
      if (outcome.kind === 'early') throw new RetryMessageError('The broadcast is not due yet');
      const made = outcome.kind === 'watch' ? await watch(before, now) : outcome.transition;
      if (await applyTransition(before, made, now, messageId)) return;
      if (tries >= FAIR_TRIES) await broadcasts.holdEdits(before, new Date(now.getTime() + HOLD_MS));
      await backOff(tries);
      now = clock();
    }
    throw new RetryMessageError('The broadcast kept changing while it was being started');
  };

  async function watch(before: Broadcast, now: Date): Promise<BroadcastTransition> {
    const found = await broadcastRuns.find(before.workspaceId, before.id);
    const counted = await withCounts(recipients, before);
    return watchedBroadcast(counted, { run: found?.run, control: found?.control }, now);
  }

  /** Returns false if the broadcast changed since it was read. */
  async function applyTransition(
    before: Broadcast,
    made: BroadcastTransition,
    now: Date,
    requestId: string,
  ): Promise<boolean> {
    const directory = made.emits === undefined ? [] : await endpoints.readDirectory(before.workspaceId);
    const event = toTransitionEvent(made, { id: newId(now), now, directory, correlationId: requestId });
    const change = systemChange('run-broadcast', { requestId, nonce: newNonce(), at: now });
    try {
      await broadcasts.save(before, made.broadcast, { change, idempotencyRecord: null }, event);
    } catch (error) {
      if (error instanceof ConcurrentUpdateError) return false;
      throw error;
    }
    const { state, blockedReason: reason } = made.broadcast;
    log.info(BROADCAST_RUN, { broadcast_id: before.id, state, reason });
    return true;
  }
}
