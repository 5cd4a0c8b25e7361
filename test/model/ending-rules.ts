import { PAYLOAD_RETENTION_MS } from '#shared/events/recording/recorded-event.ts';
import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { sumOf, tallyOf, toTallyText } from '#shared/webhooks/domain/attempt-tally.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import type { MemoryLogs } from '#test/support/fakes/events/memory-event-log.ts';
import type { MemoryCounts } from '#test/support/fakes/webhooks/memory-attempt-counts.ts';
import type { Ledger } from './ledger.ts';

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'held']);

/** The longest pause of the reader of the feed, with a margin for short pages. */
const READER_PAUSE_MS = 12 * HOUR_MS;

/** Clocks of two processes may differ. */
const SKEW_MS = 500;

type Ending = {
  /** Every delivery ever written, by endpoint and id. */
  readonly deliveries: ReadonlyMap<string, Delivery>;
  /** The logs of events, in which no item has expired. */
  readonly logs: MemoryLogs;
  /** The ids of the events that a reader of the feed has read. */
  readonly feed: readonly string[];
  readonly counts: MemoryCounts;
  readonly recoveries: Iterable<Recovery>;
  readonly deadLetters: number;
};

/** The rules after the end of all activity. */
export function checkEnding(ledger: Ledger, ending: Ending): void {
  const { deliveries, logs, recoveries, deadLetters } = ending;
  const byId = new Map([...deliveries.values()].map((delivery) => [delivery.id, delivery]));
  for (const event of ledger.events.values()) {
    for (const { endpointId } of event.matches) requireEnd(deliveryIdFor(event, endpointId), 'a match');
  }
  for (const { id, workspaceId } of ledger.events.values()) {
    const isListed = logs.get(workspaceId)?.some(({ entries }) => entries.some((entry) => entry.id === id));
    if (!isListed && !ledger.unlisted.has(id)) ledger.breaks('the log lists every event', `event ${id}`);
  }
  for (const id of ledger.promised.events) {
    if (!ledger.events.has(id)) ledger.breaks('what was accepted is on record', `event ${id}`);
  }
  for (const id of ledger.promised.deliveries) requireEnd(id, 'a promised delivery');
  for (const delivery of byId.values()) {
    requireEnd(delivery.id, 'a delivery');
    checkSuperseded(delivery);
  }
  for (const { id, state } of recoveries) {
    if (state === 'running') ledger.breaks('every recovery ends', id);
  }
  for (const [key, ids] of ledger.deduped) {
    const times = [...ids]
      .map((id) => ledger.events.get(id)?.recordedAt.getTime() ?? 0)
      .toSorted((x, y) => x - y);
    const isTwice = times.some((at, index) => at - (times[index - 1] ?? -Infinity) < DAY_MS - SKEW_MS);
    if (isTwice) ledger.breaks('one event for a dedupe key within 24 hours', `${key}: ${ids.size}`);
  }
  if (deadLetters > 0) ledger.breaks('no message lives for ever', `${deadLetters} dead letters`);
  checkFeed(ledger, ending);
  checkCounts(ledger, ending);

  function requireEnd(id: string, what: string): void {
    const delivery = byId.get(id);
    const name = ledger.nick(id, 'D');
    if (!delivery) return ledger.breaks('nothing is lost', `${what}, ${name}, was never written`);
    if (!ENDED.has(delivery.state)) ledger.breaks('every delivery ends', `${name} is ${delivery.state}`);
  }

  function checkSuperseded({ id, reason, deliveredBy }: Delivery): void {
    if (reason !== 'superseded_by_resend') return;
    const isTrue = byId.get(deliveredBy ?? '')?.state === 'succeeded';
    if (!isTrue) ledger.breaks('superseded only by a success', ledger.nick(id, 'D'));
  }
}

/**
 * The feed has each listed event, at most as often as the log lists it. An event that was listed after its payload had expired, because
 * everything had stopped, is not in the feed.
 */
function checkFeed(ledger: Ledger, { logs, feed }: Ending): void {
  const read = Map.groupBy(feed, (id) => id);
  const listed = [...logs.values()].flatMap((items) =>
    items.flatMap(({ entries, writtenAt }) => entries.map(({ id }) => ({ id, writtenAt }))),
  );
  for (const [id, entries] of Map.groupBy(listed, (entry) => entry.id)) {
    const recordedAt = ledger.events.get(id)?.recordedAt.getTime() ?? 0;
    const isDue = entries.some(
      ({ writtenAt }) => writtenAt.getTime() - recordedAt < PAYLOAD_RETENTION_MS - READER_PAUSE_MS,
    );
    const times = read.get(id)?.length ?? 0;
    if (times < (isDue ? 1 : 0) || times > entries.length)
      ledger.breaks(
        'the feed has every listed event',
        `event ${id}: ${times} times, listed ${entries.length} times`,
      );
  }
  for (const id of read.keys())
    if (!ledger.events.has(id)) ledger.breaks('the feed has recorded events only', `event ${id}`);
}

/**
 * Counters include each recorded attempt once. An attempt can be missing only if its run was interrupted and its message is lost, or
 * came back after a day.
 */
function checkCounts(ledger: Ledger, { deliveries, counts }: Ending): void {
  const counted = Map.groupBy(counts.counters.values(), ({ endpointId }) => endpointId);
  const recorded = Map.groupBy(deliveries.values(), ({ endpointId }) => endpointId);
  for (const endpointId of new Set([...counted.keys(), ...recorded.keys()])) {
    const own = recorded.get(endpointId) ?? [];
    const mayMiss =
      ledger.isDisturbed ||
      own.some(({ id }) => ledger.troubled(id, 'lost') + ledger.troubled(id, 'a day late') > 0);
    const found = sumOf((counted.get(endpointId) ?? []).map(({ tally }) => tally));
    const wanted = sumOf(own.flatMap(({ attempts }) => attempts.map(tallyOf)));
    const isRight = mayMiss
      ? [...found].every(([position, count]) => count <= (wanted.get(position) ?? 0))
      : toTallyText(found) === toTallyText(wanted);
    const what = () => `${toTallyText(found)} instead of ${toTallyText(wanted)}`;
    if (!isRight)
      ledger.breaks('every attempt is counted once', `${ledger.nick(endpointId, 'E')}: ${what()}`);
  }
}
