import type { BroadcastControl, Hold } from '#shared/broadcasts/domain/broadcast-control.ts';
import {
  atJob,
  type BroadcastRun,
  continuedAt,
  RunMovedError,
  STALLED_ATTEMPTS,
} from '#shared/broadcasts/domain/broadcast-run.ts';
import { finishedBroadcast } from '#shared/broadcasts/domain/platform-broadcast.ts';
import type { RecipientCounts } from '#shared/broadcasts/domain/recipient-counts.ts';
import type { PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import type { BroadcastRuns } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import { createCounting, type EstimateDependencies } from './count-audience.ts';
import { endLeases } from './end-leases.ts';
import { createResolver, type ResolveDependencies } from './resolve-audience.ts';
import { createRun, type Run, type RunDependencies } from './run.ts';
import { createBatchSender, type SendDependencies } from './send-batch.ts';
import { createSkipping } from './skip-rest.ts';
import { createTransitions, type TransitionDependencies } from './transitions.ts';

/** The wait in milliseconds after which a run reads again whether the broadcast is still paused. */
const PAUSED_MS = 5 * MINUTE_MS;

const OUTDATED = { code: 'BROADCAST_RUN_OUTDATED', message: 'Job is outdated; nothing to send' };
const STEP = { code: 'BROADCAST_STEP', message: 'Recipients of a broadcast are processed' };
const OVERTAKEN = { code: 'BROADCAST_RUN_OVERTAKEN', message: 'Another run has continued; nothing to do' };
const PAUSED = { code: 'BROADCAST_PAUSED', message: 'A broadcast is paused' };
const STALLED = {
  code: 'BROADCAST_STALLED',
  message: 'A broadcast made no progress in several attempts; it fails after 24 hours',
};

export type Dependencies = Omit<SendDependencies, 'recipients' | 'contacts' | 'numbers'> &
  Omit<ResolveDependencies, 'recipients' | 'contacts' | 'senders'> &
  Omit<RunDependencies, 'runs' | 'recipients'> &
  TransitionDependencies & {
    readonly runs: BroadcastRuns;
    readonly estimates: EstimateDependencies['estimates'];
    readonly recipients: RecipientStore;
    readonly contacts: SendDependencies['contacts'] & ResolveDependencies['contacts'];
    readonly workspaces: Pick<WorkspaceReader, 'find'>;
  };

/**
 * Continues a broadcast for 40 seconds and plans the next run. It adds recipients, sends to them, or skips the rest after a cancellation or a
 * failure. Each write of progress requires that no other run has stored progress, and each recipient is claimed in a transaction. A run that
 * is repeated, or killed at any point, therefore sends to each recipient at most once. The job of an estimate only counts.
 */
export function createHandler(deps: Dependencies) {
  const { runs, workspaces, clock, log } = deps;
  const transitions = createTransitions(deps);
  const resolver = createResolver(deps, transitions);
  const skipRest = createSkipping(deps);
  const countAudience = createCounting(deps);

  return async (job: ScheduledJob, metadata: Pick<MessageMetadata, 'messageId'>): Promise<void> =>
    job.resource === 'broadcast_estimate' ? countAudience(job) : continueRun(job, metadata);

  async function continueRun(
    job: ScheduledJob,
    { messageId }: Pick<MessageMetadata, 'messageId'>,
  ): Promise<void> {
    const { workspaceId, id, seq } = job;
    const about = { workspace_id: workspaceId, broadcast_id: id };
    const now = clock();
    const found = await runs.find(workspaceId, id);
    const timing = jobTiming(found?.run.due, job, now);
    // SQS delivers the message again after its visibility timeout. If that is still too early, the sweep finds the run later.
    if (timing === 'early') throw new RetryMessageError('The broadcast is not due yet');
    if (!found || timing === 'outdated') return log.info(OUTDATED, { ...about, seq });
    const run = createRun(deps, found.run, { start: now, requestId: messageId });
    try {
      await run.store(atJob(found.run, now));
      const { attempts, phase } = run.current();
      if (attempts === STALLED_ATTEMPTS) log.error(STALLED, { ...about, phase });
      const next = (await sendToAll(run)) ?? (await skipRest(run));
      await run.store(next ?? continuedAt(run.current(), clock(), clock()));
      log.info(STEP, { ...about, phase: run.current().phase });
    } catch (error) {
      if (!(error instanceof RunMovedError)) throw error;
      log.info(OVERTAKEN, about);
    }
  }

  /** Returns the run with its next job; undefined if the broadcast has ended or the time of the run is over. */
  async function sendToAll(run: Run): Promise<BroadcastRun | undefined> {
    const { workspaceId, broadcastId: id } = run.current();
    const found = await transitions.findInFlight({ workspaceId, id });
    if (!found) return undefined;
    if (run.current().phase === 'resolving') await resolver.addPages(found, run);
    if (run.current().phase === 'resolving') return undefined;
    const broadcast = await resolver.announce(found, run.newChange);
    return broadcast && send(broadcast, run);
  }

  async function send(broadcast: PlatformBroadcast, run: Run): Promise<BroadcastRun | undefined> {
    const { workspaceId, id } = broadcast;
    const timezone = (await workspaces.find(workspaceId))?.timezone ?? 'UTC';
    const sendBatch = createBatchSender(deps, { broadcast, timezone, run });
    while (run.hasTime()) {
      // The end of a broadcast stops its control in the same transaction, so the broadcast itself is not read again.
      const control = (await runs.find(workspaceId, id))?.control;
      if (!control || control.isStopped) return undefined;
      await endLeases(deps, run);
      const now = clock();
      if (control.pausedAt) return continuedAt(run.current(), new Date(now.getTime() + PAUSED_MS), now);
      const stop = await sendBatch(control);
      if (stop?.kind === 'continue') return continuedAt(run.current(), stop.at, clock());
      if (stop?.kind === 'over') return finish(broadcast, stop.counts, run);
      if (stop) await pause(control, stop.hold);
    }
    return undefined;
  }

  async function finish(
    { workspaceId, id }: PlatformBroadcast,
    counts: RecipientCounts,
    { newChange }: Run,
  ): Promise<undefined> {
    const make = (before: PlatformBroadcast, now: Date) => finishedBroadcast(before, counts, now);
    await transitions.apply({ workspaceId, id }, make, newChange);
  }

  /** Pauses the broadcast, unless the hold comes from its control. The loop of `send` then reads the control again. */
  async function pause(control: BroadcastControl, hold: Hold): Promise<void> {
    if (hold === 'stopped' || hold === 'paused' || hold === 'changed') return;
    const isPaused = await runs.pause(control, hold, clock());
    if (isPaused) log.warn(PAUSED, { broadcast_id: control.broadcastId, reason: hold });
  }
}
