import type { BroadcastControl, Stop } from '#shared/broadcasts/domain/broadcast-control.ts';
import {
  atJob,
  type BroadcastRun,
  continuedAt,
  RunMovedError,
  STALLED_ATTEMPTS,
} from '#shared/broadcasts/domain/broadcast-run.ts';
import { finishedBroadcast } from '#shared/broadcasts/domain/platform-broadcast.ts';
import type { PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import type { BroadcastRuns } from '#shared/broadcasts/ports/broadcast-runs.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import { createRecipientMessages } from '#shared/broadcasts/use-cases/recipient-messages.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import { type MessageMetadata, RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import { type AttemptDependencies, createAttempts } from './attempt.ts';
import { createCounting, type EstimateDependencies } from './count-audience.ts';
import { createLeaseEnding } from './end-leases.ts';
import { createProgress, type Progress } from './progress.ts';
import { createReadOnce } from './read-once.ts';
import { createResolver, type ResolveDependencies } from './resolve-audience.ts';
import { createSending, type SendDependencies } from './send-recipients.ts';
import { createSkipping } from './skip-rest.ts';
import { createTransitions, type TransitionDependencies } from './transitions.ts';

/** The length of a run in milliseconds; a new message then continues, so that one broadcast does not delay the others. */
const RUN_MS = 40_000;

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

export type Dependencies = Omit<AttemptDependencies, 'store'> &
  Omit<ResolveDependencies, 'recipients' | 'contacts' | 'numbers' | 'senders'> &
  Omit<SendDependencies, 'recipients' | 'contacts'> &
  TransitionDependencies & {
    readonly runs: BroadcastRuns;
    readonly estimates: EstimateDependencies['estimates'];
    readonly recipients: RecipientStore;
    readonly contacts: AttemptDependencies['contacts'] & ResolveDependencies['contacts'];
    readonly numbers: ResolveDependencies['numbers'];
    readonly workspaces: Pick<WorkspaceReader, 'find'>;
    readonly newNonce: () => string;
  };

/** Whether a run has time left, and the metadata of its changes. */
type Turn = { readonly hasTime: () => boolean; readonly newChange: () => Change };

/**
 * Continues a broadcast for 40 seconds and plans the next run. It adds recipients, sends to them, or skips the rest after a cancellation or a
 * failure. Each write of progress requires that no other run has stored progress, and each recipient is claimed in a transaction. A run that
 * is repeated, or killed at any point, therefore sends to each recipient at most once. The job of an estimate only counts.
 */
export function createHandler(deps: Dependencies) {
  const { runs, recipients, workspaces, meter, clock, newNonce, log } = deps;
  const transitions = createTransitions(deps);
  const resolver = createResolver(deps, transitions);
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
    const progress = createProgress(deps, found.run);
    try {
      await progress.store(atJob(found.run, now));
      const { attempts, phase } = progress.current();
      if (attempts === STALLED_ATTEMPTS) log.error(STALLED, { ...about, phase });
      await work(progress, messageId, now);
      log.info(STEP, { ...about, phase: progress.current().phase });
    } catch (error) {
      if (!(error instanceof RunMovedError)) throw error;
      log.info(OVERTAKEN, about);
    }
  }

  async function work(progress: Progress, requestId: string, start: Date): Promise<void> {
    const end = start.getTime() + RUN_MS;
    const hasTime = () => clock().getTime() < end;
    const newChange = () => changeAt(requestId);
    while (hasTime()) {
      const next = await step(progress, { hasTime, newChange });
      if (next) return progress.store(next);
    }
    await progress.store(continuedAt(progress.current(), clock(), clock()));
  }

  /** Returns the run with its next job, or undefined if the run goes on now. */
  async function step(progress: Progress, turn: Turn): Promise<BroadcastRun | undefined> {
    const { workspaceId, broadcastId: id, phase } = progress.current();
    const broadcast = await transitions.findInFlight({ workspaceId, id });
    if (!broadcast) return createSkipping(deps, createLeaseEnding(deps, turn.newChange))(progress, turn);
    if (phase === 'resolving') {
      await resolver.addPages(broadcast, progress, turn);
      return undefined;
    }
    const announced = await resolver.announce(broadcast, turn.newChange);
    return announced && send(announced, progress, turn);
  }

  async function send(
    broadcast: PlatformBroadcast,
    progress: Progress,
    { hasTime, newChange }: Turn,
  ): Promise<BroadcastRun | undefined> {
    const { workspaceId, id } = broadcast;
    const store = createRecipientMessages({ broadcasts: { find: async () => broadcast }, recipients, meter });
    const endLeases = createLeaseEnding(deps, newChange);
    const timezone = (await workspaces.find(workspaceId))?.timezone ?? 'UTC';
    while (hasTime()) {
      const [found, isInFlight] = await Promise.all([
        runs.find(workspaceId, id),
        transitions.findInFlight(broadcast),
      ]);
      if (!found || !isInFlight) return undefined;
      await endLeases(id);
      const { control } = found;
      const now = clock();
      if (control.pausedAt) return continuedAt(progress.current(), new Date(now.getTime() + PAUSED_MS), now);
      // Each batch reads the number and the file again, so that a number that was disconnected sends nothing more.
      const sendBatch = createSending(deps, createAttempts({ ...deps, ...createReadOnce(deps), store }));
      const stop = await sendBatch(broadcast, { control, progress, timezone }, newChange);
      if (stop?.kind === 'continue') return continuedAt(progress.current(), stop.at, clock());
      if (stop?.kind === 'over') return finish(broadcast, newChange);
      if (stop) await hold(control, stop.hold);
    }
    return undefined;
  }

  /** The next step finds that the broadcast has ended. */
  async function finish({ workspaceId, id }: PlatformBroadcast, newChange: () => Change): Promise<undefined> {
    const counts = await recipients.readCounts(id);
    const make = (before: PlatformBroadcast, now: Date) => finishedBroadcast(before, counts, now);
    await transitions.apply({ workspaceId, id }, make, newChange);
  }

  /** Pauses the broadcast, if the reason is not yet in its control. The loop of `send` then reads the control again. */
  async function hold(
    control: BroadcastControl,
    reason: Extract<Stop, { kind: 'held' }>['hold'],
  ): Promise<void> {
    if (reason === 'stopped' || reason === 'paused' || reason === 'changed') return;
    const isPaused = await runs.pause(control, reason, clock());
    if (isPaused) log.warn(PAUSED, { broadcast_id: control.broadcastId, reason });
  }

  function changeAt(requestId: string): Change {
    const nonce = newNonce();
    return systemChange('send-broadcast-messages', { requestId, nonce, at: clock() });
  }
}
