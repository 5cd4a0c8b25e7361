import { timeOfId } from '#shared/platform/runtime/ids.ts';
import { type ErasureWalk, minuteBefore, type WalkPlace } from '#shared/webhooks/domain/erasure-walk.ts';
import type { Erasure } from '#shared/webhooks/domain/erasure.ts';
import type { ErasureWalks, SeenEvent } from '#shared/webhooks/ports/erasure-walks.ts';
import type { RedactEvent } from './redact-event.ts';

/** Events redacted at once, each with its deliveries to at most 25 endpoints; the place is kept behind them. */
const AT_ONCE = 10;

/** Minutes read before the place is kept. */
const MINUTES_KEPT = 60;

/**
 * Read units that a walk may use in a second: a quarter of what a table carries from its first day on. Requests come first, a walk
 * has hours.
 */
const UNITS_A_SECOND = 3000;

/** Read units after which the walk pauses, and for how long at most: a run that sleeps must not be stopped in its sleep. */
const UNITS_AT_ONCE = 1000;
const MAX_PAUSE_MS = 5000;

export type Walking = {
  readonly walk: ErasureWalk;
  /** The requests that it was begun for. */
  readonly erasures: readonly Erasure[];
  readonly walks: Pick<ErasureWalks, 'readMinute' | 'advance'>;
  readonly blank: RedactEvent;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly hasTime: () => boolean;
};

/** How many events a run redacted, where it stopped and whether all events have been seen. */
export type Walked = { readonly events: number; readonly place: WalkPlace; readonly done: boolean };

/** Goes on with a walk until it is over or the time is. Whatever is thrown leaves at most an hour of events to be read again. */
export async function walkEvents({ walk, erasures, walks, blank, pause, hasTime }: Walking): Promise<Walked> {
  const workspaceIds = [...new Set(erasures.map(({ workspaceId }) => workspaceId))];
  const subjects = Map.groupBy(erasures, subjectOf);
  let { place } = walk;
  let events = 0;
  let units = 0;
  for (let minutes = 1; place.minute >= walk.oldest; minutes += 1) {
    if (!hasTime()) return stop(false);
    const seen = await walks.readMinute(place.minute, workspaceIds);
    if (!(await blankAll(wanted(seen.events)))) return stop(false);
    place = minuteBefore(place);
    if (minutes % MINUTES_KEPT === 0) await walks.advance(walk, place);
    units += seen.readUnits;
    if (units < UNITS_AT_ONCE) continue;
    await pause(Math.min(MAX_PAUSE_MS, (units / UNITS_A_SECOND) * 1000));
    units = 0;
  }
  return stop(true);

  async function stop(done: boolean): Promise<Walked> {
    await walks.advance(walk, place);
    return { events, place, done };
  }

  /** What of a minute is to be redacted, and by which request: the first one made after the event. */
  function wanted(seen: readonly SeenEvent[]) {
    const { lastSeen } = place;
    return seen
      .flatMap((event) => {
        const asked = subjects.get(subjectOf(event)) ?? [];
        const erasure = asked
          .filter(({ createdAt }) => timeOfId(event.id) <= createdAt)
          .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0];
        return erasure && (lastSeen === null || event.id > lastSeen) ? [{ id: event.id, erasure }] : [];
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whether there was time for all. */
  async function blankAll(found: readonly { readonly id: string; readonly erasure: Erasure }[]) {
    for (let at = 0; at < found.length; at += AT_ONCE) {
      if (!hasTime()) return false;
      const some = found.slice(at, at + AT_ONCE);
      await Promise.all(some.map(({ id, erasure }) => blank(erasure, id)));
      events += some.length;
      place = { minute: place.minute, lastSeen: some.at(-1)?.id ?? null };
      await walks.advance(walk, place);
    }
    return true;
  }
}

function subjectOf({ workspaceId, contact }: Pick<Erasure, 'workspaceId' | 'contact'>): string {
  return `${workspaceId}/${contact}`;
}
