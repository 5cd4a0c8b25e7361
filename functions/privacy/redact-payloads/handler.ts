import type { Context } from 'aws-lambda';
import type { ErasureRequests } from '#shared/events/ports/erasure-requests.ts';
import { afterPass, type Erasure, isLate } from '#shared/events/recording/erasure.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { creationTime } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { runDueJobs } from '#shared/platform/use-cases/run-due-jobs.ts';
import { type ErasureScan, mayStartScan, newScan } from '#shared/privacy/domain/erasure-scan.ts';
import type { ErasureScans } from '#shared/privacy/ports/erasure-scans.ts';
import type { ErasureStore } from '#shared/privacy/ports/erasure-store.ts';
import type { LogRedactions } from '#shared/privacy/ports/log-redactions.ts';
import { createEraseRecords, type RecordErasers } from './erase-records.ts';
import { createRedactEvent } from './redact-event.ts';
import { createRedactLog, type RedactLog } from './redact-logs.ts';
import { scanEvents } from './scan-events.ts';

/** Events redacted, or erasure requests written, concurrently. */
const AT_ONCE = 10;

/** Second passes that run at the same time, of different workspaces as far as possible. */
const LANES = 5;

/** Events of one second pass per run, so that a contact with many events does not delay the contacts of other workspaces. */
const EVENTS_PER_TURN = 500;

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
  readonly erasures: Omit<ErasureStore, keyof ErasureRequests | 'find'>;
  readonly scans: ErasureScans;
  readonly redactions: LogRedactions;
  readonly erasers: RecordErasers;
  readonly clock: Clock;
  /** Waits, so that a scan leaves enough read capacity for API requests. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
};

/**
 * Continues pending erasures (docs/specification/privacy.md#erasure). One scan over all events serves all erasures in their first
 * pass; the second pass redacts the events of one erasure again. At the end of each pass, the log of the workspace no longer has the
 * contact, and neither records nor conversations have anything of the contact from before the request. Every step is idempotent, so a run may stop at any point.
 */
export function createHandler({ erasures, scans, redactions, erasers, clock, wait, log }: Dependencies) {
  const redactEvent = createRedactEvent(erasures, log);
  const eraseRecords = createEraseRecords(erasers, log);

  /** The requests in the last scan, so that their items are not read every minute: nothing changes them during the scan. */
  let known: ReadonlyMap<string, Erasure> = new Map();

  return async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const remaining = () => context.getRemainingTimeInMillis();
    const hasTime = () => remaining() > RESERVE_MS;
    const { due, isComplete } = await erasures.readDue(clock(), known);
    const waiting = due.filter(({ pass }) => pass === 1);
    const second = inTurns(due.filter(({ pass }) => pass === 2));
    known = new Map();
    const redactLog = createRedactLog(due, { redactions, clock, wait, log });
    // A scan has hours, but many second passes must not use them up.
    const end = second.length > 0 && waiting.length > 0 ? remaining() / 2 : RESERVE_MS;
    const secondPasses = Array.from({ length: Math.min(LANES, second.length) }, (_, lane) => ({
      jobs: second
        .filter((__, index) => index % LANES === lane)
        .map((erasure) => ({
          about: aboutOf(erasure),
          run: () => runSecondPass(erasure, redactLog, hasTime),
        })),
      late: [],
      hasTime: () => remaining() > end,
    }));
    const scan = {
      // One scan serves all requests in their first pass.
      jobs:
        waiting.length > 0
          ? [{ about: {}, run: () => continueScan(waiting, isComplete, redactLog, hasTime) }]
          : [],
      // A scan can be too slow without any error.
      late: due.filter((erasure) => isLate(erasure, clock())).map(aboutOf),
      hasTime,
    };
    const messages = { late: LATE, failed: REDACTION_FAILED };
    const results = await Promise.allSettled(
      secondPasses.map((lane) => runDueJobs({ ...lane, messages, log })),
    );
    results.push(...(await Promise.allSettled([runDueJobs({ ...scan, messages, log })])));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };

  async function continueScan(
    waiting: readonly Erasure[],
    isComplete: boolean,
    redactLog: RedactLog,
    hasTime: () => boolean,
  ): Promise<void> {
    const last = await scans.findLast();
    const isIn = (scan: ErasureScan | undefined) => (erasure: Erasure) =>
      scan !== undefined && erasure.scanStartedAt?.getTime() === scan.startedAt.getTime();
    // A scan needs all of its requests, and so does the start of one. The next run reads those that are missing.
    if (!isComplete) return remember(waiting);
    let included: readonly Erasure[] | undefined = waiting.filter(isIn(last));
    let scan = last;
    // If the last scan includes no pending erasure, it is no longer needed, complete or not.
    if (included.length === 0) {
      const now = clock();
      if (!mayStartScan(last, now)) return;
      scan = { ...newScan(earliestEventTime(waiting), now), startedAt: startOf(waiting, last) ?? now };
      included = await scans.start(scan, waiting, hasTime);
    }
    if (!scan || !included) return;
    const { events, position, done } = await scanEvents({
      scan,
      erasures: included,
      scans,
      redactEvent,
      wait,
      hasTime,
      log,
    });
    if (done) await finishAll(included, redactLog, hasTime);
    else remember(included);
    log.info(SCANNED, {
      requests: included.length,
      events,
      done,
      next_minute: position.minute.toISOString(),
    });
  }

  function remember(requests: readonly Erasure[]): void {
    known = new Map(requests.map((erasure) => [erasure.id, erasure]));
  }

  async function finishAll(
    all: readonly Erasure[],
    redactLog: RedactLog,
    hasTime: () => boolean,
  ): Promise<void> {
    for (let at = 0; at < all.length && hasTime(); at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE);
      await Promise.all(
        some.map(async (erasure) => {
          if ((await redactLog(erasure, hasTime)) && (await eraseRecords(erasure, hasTime)))
            await erasures.finishPass(erasure, afterPass(erasure, clock()));
        }),
      );
    }
  }

  /** Redacts responses that receivers sent after the first pass. */
  async function runSecondPass(
    erasure: Erasure,
    redactLog: RedactLog,
    hasTime: () => boolean,
  ): Promise<void> {
    let events = 0;
    for await (const ids of erasures.readRedacted(erasure)) {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        if (!hasTime()) return;
        const some = ids.slice(at, at + AT_ONCE);
        await Promise.all(some.map((id) => redactEvent(erasure, id)));
        events += some.length;
        await erasures.advance(erasure, some.at(-1) ?? '');
        if (events >= EVENTS_PER_TURN) return;
      }
    }
    if (!(await redactLog(erasure, hasTime)) || !(await eraseRecords(erasure, hasTime))) return;
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

/** The start of a scan that was interrupted while requests were added to it. */
function startOf(waiting: readonly Erasure[], last: ErasureScan | undefined): Date | undefined {
  const after = last?.startedAt.getTime() ?? 0;
  const starts = waiting.map(({ scanStartedAt }) => scanStartedAt?.getTime() ?? 0);
  const latest = starts.reduce((most, each) => Math.max(most, each), 0);
  return latest > after ? new Date(latest) : undefined;
}

/** The requests in such an order that each workspace has one before any workspace has another one. */
function inTurns(erasures: readonly Erasure[]): Erasure[] {
  const places = new Map<string, number>();
  return erasures
    .map((erasure) => {
      const place = places.get(erasure.workspaceId) ?? 0;
      places.set(erasure.workspaceId, place + 1);
      return { erasure, place };
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ erasure }) => erasure);
}

function aboutOf({ id }: Erasure) {
  return { erasure_id: id };
}
