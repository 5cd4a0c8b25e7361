import type { Erasure } from '#shared/events/recording/erasure.ts';
import { timeOfId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { type ErasureScan, minuteBefore, type ScanPosition } from '#shared/privacy/domain/erasure-scan.ts';
import type { ErasureScans, ContactEvent } from '#shared/privacy/ports/erasure-scans.ts';
import { type RedactEvent, UNREADABLE } from './redact-event.ts';

/** Events redacted concurrently, each with its deliveries to at most 25 endpoints. Then the position is stored. */
const AT_ONCE = 10;

/** Minutes between two writes of the position, if no event is redacted. */
const MINUTES_PER_POSITION = 60;

/**
 * Read units that a scan may use per second: a quarter of the throughput of a new on-demand table. API requests take
 * precedence, because a scan has hours.
 */
const UNITS_A_SECOND = 3000;

/** Read units after which the scan pauses. */
const UNITS_AT_ONCE = 1000;
/** Less than the reserve of a run, so that the function never times out during a pause. */
const MAX_PAUSE_MS = 5000;

export type ScanInput = {
  readonly scan: ErasureScan;
  /** The erasures that the scan was started for. */
  readonly erasures: readonly Erasure[];
  readonly scans: Pick<ErasureScans, 'readMinute' | 'advance'>;
  readonly redactEvent: RedactEvent;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly hasTime: () => boolean;
  readonly log: Log;
};

/** Number of events that a run redacted, the position where it stopped, and whether the scan is complete. */
export type ScanProgress = {
  readonly events: number;
  readonly position: ScanPosition;
  readonly done: boolean;
};

/** Continues a scan until it is complete or the time is used up. After an error, at most an hour of events is read again. */
export async function scanEvents({
  scan,
  erasures,
  scans,
  redactEvent,
  wait,
  hasTime,
  log,
}: ScanInput): Promise<ScanProgress> {
  const subjects = new Map<string, Map<string, Erasure[]>>();
  for (const erasure of erasures) {
    const { workspaceId, contact } = erasure;
    const contacts = subjects.get(workspaceId) ?? new Map<string, Erasure[]>();
    subjects.set(workspaceId, contacts.set(contact, [...(contacts.get(contact) ?? []), erasure]));
  }
  const workspaceIds = [...subjects.keys()];
  let { position } = scan;
  let events = 0;
  let units = 0;
  for (let minutes = 1; position.minute >= scan.oldest; minutes += 1) {
    if (!hasTime()) return stop(false);
    const found = await scans.readMinute(position.minute, workspaceIds);
    // It is unknown whether such an event is about a contact to erase. It must not delay the erasure of the others.
    for (const id of found.unreadable) log.error(UNREADABLE, { event_id: id });
    if (!(await redactAll(eventsToRedact(found.events)))) return stop(false);
    position = minuteBefore(position);
    if (minutes % MINUTES_PER_POSITION === 0) await scans.advance(scan, position);
    units += found.readUnits;
    if (units < UNITS_AT_ONCE) continue;
    await wait(Math.min(MAX_PAUSE_MS, (units / UNITS_A_SECOND) * 1000));
    units = 0;
  }
  return stop(true);

  async function stop(done: boolean): Promise<ScanProgress> {
    await scans.advance(scan, position);
    return { events, position, done };
  }

  /** The events of a minute to redact, each with the first erasure of its contact that was requested after the event. */
  function eventsToRedact(found: readonly ContactEvent[]) {
    const { lastEventId } = position;
    return found
      .flatMap((event) => {
        const requested = subjects.get(event.workspaceId)?.get(event.contact) ?? [];
        const erasure = requested
          .filter(({ requestedAt }) => timeOfId(event.id) <= requestedAt)
          .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0];
        return erasure && (lastEventId === null || event.id > lastEventId) ? [{ id: event.id, erasure }] : [];
      })
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Returns false if the time is used up before all events are redacted. */
  async function redactAll(found: readonly { readonly id: string; readonly erasure: Erasure }[]) {
    for (let at = 0; at < found.length; at += AT_ONCE) {
      if (!hasTime()) return false;
      const some = found.slice(at, at + AT_ONCE);
      await Promise.all(some.map(({ id, erasure }) => redactEvent(erasure, id)));
      events += some.length;
      position = { minute: position.minute, lastEventId: some.at(-1)?.id ?? null };
      await scans.advance(scan, position);
    }
    return true;
  }
}
