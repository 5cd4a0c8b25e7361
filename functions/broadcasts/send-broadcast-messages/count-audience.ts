import { readStoredAudience } from '#shared/broadcasts/domain/audience.ts';
import {
  atCount,
  type BroadcastEstimate,
  continuedEstimate,
  failedEstimate,
  progressedEstimate,
  readyEstimate,
  withContacts,
} from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { RunMovedError } from '#shared/broadcasts/domain/broadcast-run.ts';
import type { PriceList } from '#shared/broadcasts/domain/price-list.ts';
import { isPlatformBroadcast, type PlatformBroadcast } from '#shared/broadcasts/domain/recipient.ts';
import { rateOf } from '#shared/broadcasts/domain/send-rate.ts';
import type { BroadcastEstimates } from '#shared/broadcasts/ports/broadcast-estimates.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import { findListProblem } from '#shared/broadcasts/use-cases/check-list.ts';
import { estimateBasis } from '#shared/broadcasts/use-cases/estimate-basis.ts';
import {
  type AudienceDependencies,
  createAudienceReader,
} from '#shared/broadcasts/use-cases/read-audience.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { ContactImportReader } from '#shared/messaging/ports/contact-imports.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';

/** The length of a run in milliseconds; a new message then continues. Half of a run that sends, because sending is more urgent. */
const RUN_MS = 20_000;

/** The contacts of one page, and the number of pages whose counts one write stores. */
const PAGE = 100;
const PAGES_AT_ONCE = 10;

const OUTDATED = { code: 'ESTIMATE_OUTDATED', message: 'Job is outdated; nothing to count' };
const OVERTAKEN = {
  code: 'ESTIMATE_OVERTAKEN',
  message: 'Another run or estimate has continued; nothing to do',
};
const STEP = { code: 'ESTIMATE_STEP', message: 'Recipients of a broadcast are counted' };
const FAILED = { code: 'ESTIMATE_FAILED', message: 'An estimate made no progress in several attempts' };

export type EstimateDependencies = AudienceDependencies & {
  readonly estimates: Omit<BroadcastEstimates, 'request'>;
  readonly broadcasts: Pick<BroadcastReader, 'find'>;
  readonly imports: Pick<ContactImportReader, 'find'>;
  readonly prices: PriceList;
  /** Messages per second and number. */
  readonly quotas: Readonly<Record<OwnPlatform, number>>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Counts the recipients of a broadcast for 20 seconds and plans the next run. One write stores the counts and the position of the last counted
 * page. A run that is repeated, or killed at any point, therefore counts no page twice.
 */
export function createCounting(deps: EstimateDependencies) {
  const { estimates, broadcasts, imports, prices, quotas, clock, log } = deps;
  const readAudience = createAudienceReader(deps);

  return async ({ workspaceId, id, seq }: ScheduledJob): Promise<void> => {
    const about = { workspace_id: workspaceId, broadcast_id: id };
    const now = clock();
    const found = await estimates.find(workspaceId, id);
    const timing = jobTiming(found?.due, { seq }, now);
    // SQS delivers the message again after its visibility timeout. If that is still too early, the sweep finds the estimate later.
    if (timing === 'early') throw new RetryMessageError('The estimate is not due yet');
    if (!found || timing === 'outdated') return log.info(OUTDATED, { ...about, seq });
    try {
      const begun = await store(found, atCount(found, now));
      if (begun.state === 'failed') return log.error(FAILED, about);
      const { state, counts } = await count(begun);
      log.info(STEP, { ...about, state, recipients: counts.recipients });
    } catch (error) {
      if (!(error instanceof RunMovedError)) throw error;
      log.info(OVERTAKEN, about);
    }
  };

  async function count(begun: BroadcastEstimate): Promise<BroadcastEstimate> {
    const broadcast = await findBasis(begun);
    if (!broadcast || (await hasListProblem(broadcast))) return store(begun, failedEstimate(begun));
    const end = clock().getTime() + RUN_MS;
    const hasTime = () => clock().getTime() < end;
    let stored = begun;
    while (hasTime()) {
      const { estimate, isLast } = await countPages(broadcast, stored, hasTime);
      if (isLast) {
        const { platform, ratePerSecond } = broadcast.sending;
        return store(stored, readyEstimate(estimate, rateOf(quotas[platform], ratePerSecond), clock()));
      }
      stored = await store(stored, progressedEstimate(estimate));
    }
    return store(stored, continuedEstimate(stored, clock()));
  }

  /** Contacts that change while others are counted are not counted again. */
  async function countPages(broadcast: PlatformBroadcast, from: BroadcastEstimate, hasTime: () => boolean) {
    let estimate = from;
    for (let page = 0; page < PAGES_AT_ONCE && hasTime(); page += 1) {
      const range = { after: estimate.cursor ?? undefined, limit: PAGE, movedAfter: from.requestedAt };
      const found = await readAudience(broadcast, range);
      estimate = withContacts(estimate, broadcast, found, prices);
      if (found.readTo === undefined) return { estimate, isLast: true };
    }
    return { estimate, isLast: false };
  }

  /** The broadcast, if no edit has changed what the estimate depends on. The pages counted before and after such an edit do not add up. */
  async function findBasis(estimate: BroadcastEstimate): Promise<PlatformBroadcast | undefined> {
    const found = await broadcasts.find(estimate.workspaceId, estimate.broadcastId);
    return found && isPlatformBroadcast(found) && estimateBasis(found) === estimate.basis ? found : undefined;
  }

  /** With such a problem, the broadcast would fail if it started now. */
  async function hasListProblem({ workspaceId, audience }: PlatformBroadcast): Promise<boolean> {
    const problem = await findListProblem(imports, workspaceId, readStoredAudience(audience), clock());
    return problem !== undefined;
  }

  async function store(before: BroadcastEstimate, after: BroadcastEstimate): Promise<BroadcastEstimate> {
    if (!(await estimates.advance(before, after))) throw new RunMovedError();
    return after;
  }
}
