import type { Context } from 'aws-lambda';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { madeAt } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { mayScanAgain, newWalk } from '#shared/webhooks/domain/erasure-walk.ts';
import { afterLook, type Erasure, isLate } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureStore } from '#shared/webhooks/ports/erasure-store.ts';
import type { ErasureWalks } from '#shared/webhooks/ports/erasure-walks.ts';
import { createRedactEvent } from './redact-event.ts';
import { walkEvents } from './walk-events.ts';

/** Events redacted, and requests written, at once. */
const AT_ONCE = 10;

/** A run ends this long before the function would be stopped, in milliseconds. */
const RESERVE_MS = 10_000;

const WALKED = { code: 'EVENTS_SCANNED', message: 'Scanned events for contacts to erase' };
const REDACTED = { code: 'PAYLOADS_REDACTED', message: 'Second pass over redacted payloads completed' };
const REDACTION_FAILED = {
  code: 'REDACTION_FAILED',
  message: 'Redaction failed; the next run continues from there',
};
const LATE = { code: 'ERASURE_LATE', message: 'A contact’s data has not been erased within 22 hours' };

type Dependencies = {
  readonly erasures: Omit<ErasureStore, 'create' | 'find'>;
  readonly walks: ErasureWalks;
  readonly clock: Clock;
  /** Waits, so that a walk does not use up what requests need. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly log: Log;
};

/**
 * Carries on the requests to forget a contact: one walk over all events for all that wait, and a second look at what
 * it found. Whatever is done twice is as done once, so a run may end anywhere.
 */
export function createHandler({ erasures, walks, clock, pause, log }: Dependencies) {
  const blank = createRedactEvent(erasures, log);

  return async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const due = await erasures.readDue(clock());
    // An alarm counts these lines: what makes a walk too long is no error.
    for (const { id } of due.filter((erasure) => isLate(erasure, clock())))
      log.error(LATE, { erasure_id: id });

    let failed = 0;
    for (const erasure of due.filter(({ look }) => look === 2))
      await attempt(() => retryLater(erasure, hasTime), { erasure_id: erasure.id });
    const waiting = due.filter(({ look }) => look === 1);
    if (waiting.length > 0) await attempt(() => goOnWalking(waiting, hasTime), {});
    if (failed > 0) throw new Error('A request to forget a contact failed');

    /** One request that cannot be carried out must not keep the others waiting. */
    async function attempt(act: () => Promise<void>, about: Record<string, unknown>): Promise<void> {
      try {
        await act();
      } catch (error) {
        failed += 1;
        log.error(REDACTION_FAILED, { ...about, ...describeError(error) });
      }
    }
  };

  async function goOnWalking(waiting: readonly Erasure[], hasTime: () => boolean): Promise<void> {
    const last = await walks.findLast();
    const taking = waiting.filter((each) => last && each.walk?.getTime() === last.beganAt.getTime());
    // Without any the last walk is over, whatever its place: those who wait have come later.
    const [walk, taken] = taking.length > 0 ? [last, taking] : [await begin(), waiting];
    if (!walk) return;
    const { events, place, done } = await walkEvents({ walk, erasures: taken, walks, blank, pause, hasTime });
    if (done) await finishAll(taken, hasTime);
    log.info(WALKED, { requests: taken.length, events, done, next_minute: place.minute.toISOString() });

    async function begin() {
      const now = clock();
      if (!mayScanAgain(last, now)) return undefined;
      const begun = newWalk(earliestOf(waiting), now);
      await walks.begin(begun, waiting);
      return begun;
    }
  }

  async function finishAll(all: readonly Erasure[], hasTime: () => boolean): Promise<void> {
    for (let at = 0; at < all.length && hasTime(); at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE);
      await Promise.all(some.map((erasure) => erasures.finishLook(erasure, afterLook(erasure, clock()))));
    }
  }

  /** For answers that were still to come at the first look. */
  async function retryLater(erasure: Erasure, hasTime: () => boolean): Promise<void> {
    let events = 0;
    for await (const ids of erasures.readRedacted(erasure)) {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        if (!hasTime()) return;
        const some = ids.slice(at, at + AT_ONCE);
        await Promise.all(some.map((id) => blank(erasure, id)));
        events += some.length;
        await erasures.advance(erasure, some.at(-1) ?? '');
      }
    }
    await erasures.finishLook(erasure, afterLook(erasure, clock()));
    log.info(REDACTED, { erasure_id: erasure.id, workspace_id: erasure.workspaceId, events });
  }
}

/** No event is older than its workspace, whose id tells when that was founded; of other ids nothing is known. */
function earliestOf(erasures: readonly Erasure[]): Date {
  const founded = erasures.map(({ workspaceId }) => madeAt(workspaceId)?.getTime() ?? 0);
  return new Date(founded.reduce((earliest, each) => Math.min(earliest, each), Infinity));
}
