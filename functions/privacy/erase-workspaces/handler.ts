import type { Context } from 'aws-lambda';
import type { Erasable, ErasedWorkspace } from '#shared/events/ports/erasable.ts';
import { systemChange } from '#shared/platform/core/change.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { runDueJobs } from '#shared/platform/use-cases/run-due-jobs.ts';
import type { ErasedPage, WorkspaceEraser, WorkspaceFiles } from '#shared/privacy/ports/workspace-eraser.ts';
import {
  afterClosing,
  afterErasedPage,
  afterPlace,
  isErasureLate,
  startErasure,
  type WorkspaceDeletion,
} from '#shared/workspaces/domain/workspace-deletion.ts';
import type { WorkspaceErasureJobs } from '#shared/workspaces/ports/workspace-deletion-store.ts';

/** A run ends this long before the timeout of the function, in milliseconds. */
const RESERVE_MS = 15_000;

/**
 * Read units that a scan may use per second, of the 12,000 of a new on-demand table: API requests take precedence, because an
 * erasure has days.
 */
const UNITS_A_SECOND = 1000;
/** Less than the reserve of a run, so that the function never times out during a pause. */
const MAX_PAUSE_MS = 5000;

const STARTED = { code: 'WORKSPACE_ERASURE_STARTED', message: 'The grace period of a workspace has ended' };
const CLOSED = {
  code: 'WORKSPACE_CLOSED',
  message: 'The keys of a workspace were revoked, and nothing of it acts any more',
};
const PASS_ENDED = {
  code: 'WORKSPACE_PASS_ENDED',
  message: 'A pass over both tables and the bucket has ended',
};
const ERASED = {
  code: 'WORKSPACE_ERASED',
  message: 'A workspace was erased; a whole pass found nothing of it',
};
const FAILED = {
  code: 'WORKSPACE_ERASURE_FAILED',
  message: 'An erasure failed; the next run continues where this run stopped',
};
const LATE = {
  code: 'WORKSPACE_ERASURE_LATE',
  message: 'A workspace is not erased 3 days after the end of its grace period',
};

export type Dependencies = {
  readonly jobs: WorkspaceErasureJobs;
  readonly eraser: WorkspaceEraser;
  /** What acts by itself or is public: it is erased before everything else. */
  readonly withdrawal: Erasable<ErasedWorkspace>;
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly newNonce: () => string;
  /** Waits, so that a scan leaves enough read capacity for API requests. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
};

/**
 * Continues the erasure of workspaces whose grace period has ended (docs/specification/workspaces.md#deleting-a-workspace). Every step is
 * idempotent and stores its progress, so a run may stop at any point.
 */
export function createHandler({ jobs, eraser, withdrawal, files, clock, newNonce, wait, log }: Dependencies) {
  return async (
    _event: unknown,
    context: Pick<Context, 'getRemainingTimeInMillis' | 'awsRequestId'>,
  ): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const due = await jobs.readDue(clock());
    const aboutOf = ({ workspaceId }: WorkspaceDeletion) => ({ workspace_id: workspaceId });
    await runDueJobs({
      jobs: due.map((deletion) => ({
        about: aboutOf(deletion),
        run: () => continueErasure(deletion, context.awsRequestId, hasTime),
      })),
      // An erasure can be too slow without any error.
      late: due.filter((deletion) => isErasureLate(deletion, clock())).map(aboutOf),
      messages: { late: LATE, failed: FAILED },
      hasTime,
      log,
    });
  };

  async function continueErasure(
    due: WorkspaceDeletion,
    requestId: string,
    hasTime: () => boolean,
  ): Promise<void> {
    let deletion: WorkspaceDeletion | undefined = due;
    while (deletion && hasTime() && deletion.nextAt <= clock())
      deletion = await takeStep(deletion, requestId, hasTime);
  }

  /** Returns the deletion after the step; undefined if it ended, was cancelled, has no time left or belongs to another run. */
  async function takeStep(
    deletion: WorkspaceDeletion,
    requestId: string,
    hasTime: () => boolean,
  ): Promise<WorkspaceDeletion | undefined> {
    const { workspaceId, phase } = deletion;
    if (phase === 'grace') return start(deletion, requestId);
    if (phase === 'closing') {
      await eraser.revokeKeys(workspaceId, clock());
      if (!(await withdrawal.erase({ workspaceId }, hasTime))) return undefined;
      log.info(CLOSED, { workspace_id: workspaceId });
      return advance(deletion, afterClosing(deletion, clock()));
    }
    const page = await (phase === 'files'
      ? files.erasePage(workspaceId)
      : eraser.erasePage(workspaceId, phase, deletion.cursor));
    await wait(Math.min(MAX_PAUSE_MS, (page.readUnits / UNITS_A_SECOND) * 1000));
    return afterPage(deletion, page);
  }

  async function start(deletion: WorkspaceDeletion, requestId: string) {
    const now = clock();
    const after = startErasure(deletion, now);
    const change = systemChange('erase-workspaces', { requestId, nonce: newNonce(), at: now });
    if (!(await jobs.start(deletion, after, change))) return undefined;
    log.info(STARTED, { workspace_id: deletion.workspaceId });
    return after;
  }

  async function afterPage(deletion: WorkspaceDeletion, page: ErasedPage) {
    const { workspaceId } = deletion;
    const counted = afterErasedPage(deletion, page);
    if (page.cursor !== null) return advance(deletion, counted);
    const next = afterPlace(counted, clock());
    if (next && next.pass === deletion.pass) return advance(deletion, next);
    log.info(PASS_ENDED, { workspace_id: workspaceId, pass: deletion.pass, erased: counted.erased });
    if (next) return advance(deletion, next);
    if (await jobs.finish(deletion)) log.info(ERASED, { workspace_id: workspaceId });
    return undefined;
  }

  async function advance(before: WorkspaceDeletion, after: WorkspaceDeletion) {
    return (await jobs.advance(before, after)) ? after : undefined;
  }
}
