import type { Context } from 'aws-lambda';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { creationTime } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { runDueJobs } from '#shared/platform/use-cases/run-due-jobs.ts';
import { mayStartScan, newScan } from '#shared/webhooks/domain/erasure-scan.ts';
import { afterPass, type Erasure, isLate } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureScans } from '#shared/webhooks/ports/erasure-scans.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import { createRedactEvent } from './redact-event.ts';
import { scanEvents } from './scan-events.ts';

/** Events redacted, or erasure requests written, concurrently. */
const AT_ONCE = 10;

/** A run ends this long before the timeout of the function, in milliseconds. */
const RESERVE_MS = 10_000;

const SCANNED = { code: 'EVENTS_SCANNED', message: 'Scanned events and redacted those of contacts to erase' };
const REDACTED = {
  code: 'PAYLOADS_REDACTED',
  message: 'Redacted the responses that arrived after the first scan for a contact',
};
const REDACTION_FAILED = {
  code: 'REDACTION_FAILED',
  message: 'Redaction failed; the next run continues where this run stopped',
};
const LATE = {
  code: 'ERASURE_LATE',
  message: 'Data of a contact is still stored 22 hours after its erasure was requested',
};

export type Dependencies = {
  readonly erasures: Omit<ErasureStore, 'create' | 'find'>;
  readonly scans: ErasureScans;
  readonly clock: Clock;
  /** Waits, so that a scan leaves enough read capacity for API requests. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
};

/**
 * Continues pending erasures (docs/specification.md#erasure). One scan over all events serves all erasures in their first
 * pass; the second pass redacts the events of one erasure again. Every step is idempotent, so a run may stop at any point.
 */
export function createHandler({ erasures, scans, clock, wait, log }: Dependencies) {
  const redactEvent = createRedactEvent(erasures, log);

  return async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const due = await erasures.readDue(clock());
    const waiting = due.filter(({ pass }) => pass === 1);
    const second = due.filter(({ pass }) => pass === 2);
    await runDueJobs({
      jobs: [
        ...second.map((erasure) => ({
          about: aboutOf(erasure),
          run: () => runSecondPass(erasure, hasTime),
        })),
        // One scan serves all requests in their first pass.
        ...(waiting.length > 0 ? [{ about: {}, run: () => continueScan(waiting, hasTime) }] : []),
      ],
      // A scan can be too slow without any error.
      late: due.filter((erasure) => isLate(erasure, clock())).map(aboutOf),
      messages: { late: LATE, failed: REDACTION_FAILED },
      hasTime,
      log,
    });
  };

  async function continueScan(waiting: readonly Erasure[], hasTime: () => boolean): Promise<void> {
    const last = await scans.findLast();
    const included = waiting.filter(
      ({ scanStartedAt }) => last && scanStartedAt?.getTime() === last.startedAt.getTime(),
    );
    // If the last scan includes no pending erasure, it is no longer needed, complete or not.
    const [scan, requests] = included.length > 0 ? [last, included] : [await startScan(), waiting];
    if (!scan) return;
    const { events, position, done } = await scanEvents({
      scan,
      erasures: requests,
      scans,
      redactEvent,
      wait,
      hasTime,
    });
    if (done) await finishAll(requests, hasTime);
    log.info(SCANNED, {
      requests: requests.length,
      events,
      done,
      next_minute: position.minute.toISOString(),
    });

    async function startScan() {
      const now = clock();
      if (!mayStartScan(last, now)) return undefined;
      const started = newScan(earliestEventTime(waiting), now);
      await scans.start(started, waiting);
      return started;
    }
  }

  async function finishAll(all: readonly Erasure[], hasTime: () => boolean): Promise<void> {
    for (let at = 0; at < all.length && hasTime(); at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE);
      await Promise.all(some.map((erasure) => erasures.finishPass(erasure, afterPass(erasure, clock()))));
    }
  }

  /** Redacts responses that receivers sent after the first pass. */
  async function runSecondPass(erasure: Erasure, hasTime: () => boolean): Promise<void> {
    let events = 0;
    for await (const ids of erasures.readRedacted(erasure)) {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        if (!hasTime()) return;
        const some = ids.slice(at, at + AT_ONCE);
        await Promise.all(some.map((id) => redactEvent(erasure, id)));
        events += some.length;
        await erasures.advance(erasure, some.at(-1) ?? '');
      }
    }
    await erasures.finishPass(erasure, afterPass(erasure, clock()));
    log.info(REDACTED, { erasure_id: erasure.id, workspace_id: erasure.workspaceId, events });
  }
}

/**
 * Events are not older than their workspace. If the id of a workspace is not a UUIDv7, its time of creation is unknown, and
 * events of any age are read.
 */
function earliestEventTime(erasures: readonly Erasure[]): Date {
  const createdAt = erasures.map(({ workspaceId }) => creationTime(workspaceId)?.getTime() ?? 0);
  return new Date(createdAt.reduce((earliest, each) => Math.min(earliest, each), Infinity));
}

function aboutOf({ id }: Erasure) {
  return { erasure_id: id };
}
