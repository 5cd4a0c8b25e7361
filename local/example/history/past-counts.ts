import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { type CountPlace, COUNTED_MS, startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import { sumOf, type Tally, tallyOf } from '#shared/webhooks/domain/attempt-tally.ts';
import type { CountedSpan } from '#shared/webhooks/ports/attempt-counts.ts';
import { toSumsItem } from '#shared/webhooks/store/attempt-count-items.ts';
import {
  createDynamoAttemptCounts,
  createDynamoAttemptRollUps,
} from '#shared/webhooks/store/dynamo-attempt-counts.ts';
import { type History, HISTORY_DAYS, type HistoryStep } from './history.ts';
import { pastDeliveriesOf } from './past-attempts.ts';
import { namesOfPastEndpoints, readPastDirectory } from './past-endpoints.ts';
import { pastEventsOn } from './past-events.ts';
import { writeAll } from './write-all.ts';

/** Metrics of five minutes can be read for so many days, and those of hours and days for longer. */
const FINE_DAYS = 14;

/** The writer of the counters of the past. The writers of other counters are containers of functions. */
const WRITER = 'example';

const SHARD = 0;

/** Counts the attempts of the past, as the platform would have counted them. */
export const COUNT_STEPS: readonly HistoryStep[] = [
  async (history) => {
    const counted = await countedPlaces(history);
    await writeSums(history, counted);
    await writeCounters(history, counted);
  },
];

type Counted = readonly { readonly place: CountPlace; readonly spans: readonly CountedSpan[] }[];

/** The sums of the days and hours before yesterday. */
async function writeSums(history: History, counted: Counted): Promise<void> {
  for (const { place, spans } of counted) {
    const early = spans.filter(({ start }) => start < countersFrom(history));
    const items = [...groupsOf(early, DAY_MS)].flatMap(([day, ofDay]) => {
      const hours = [...groupsOf(ofDay, HOUR_MS)];
      const sums = hours.map(([start, ofHour]) => ({ start: new Date(start), tally: total(ofHour) }));
      const isFine = history.endsAt.getTime() - day < FINE_DAYS * DAY_MS;
      return [
        toSumsItem(place, '1d', new Date(day), sums),
        ...(isFine ? hours.map(([start, ofHour]) => toSumsItem(place, '1h', new Date(start), ofHour)) : []),
      ];
    });
    await writeAll(history.deliveries, items);
  }
}

/** The counters since yesterday. The platform adds live attempts to these days, and reads the counters again to do so. */
async function writeCounters(history: History, counted: Counted): Promise<void> {
  const counts = createDynamoAttemptCounts(history.deliveries);
  const rollUps = createDynamoAttemptRollUps(history.deliveries);
  for (const { place, spans } of counted) {
    const late = spans.filter(({ start }) => start >= countersFrom(history));
    for (const { start, tally } of late)
      await counts.put({ ...place, bucket: start, writer: WRITER }, { batch: 1, excluded: [] }, tally);
    for (const hour of groupsOf(late, HOUR_MS).keys()) {
      const now = history.clock();
      if (hour + HOUR_MS <= now.getTime()) await rollUps.rollUp({ ...place, hour: new Date(hour) });
      else await counts.announce(place, new Date(hour), now);
    }
  }
}

/** The attempts of each endpoint in five minutes each. */
async function countedPlaces(history: History): Promise<Counted> {
  const names = namesOfPastEndpoints(history);
  const directoryAt = await readPastDirectory(history);
  const attempts = Array.from({ length: HISTORY_DAYS + 1 }, (_, index) => HISTORY_DAYS - index)
    .flatMap((daysBefore) => pastEventsOn(history, daysBefore, directoryAt))
    .flatMap((event) => pastDeliveriesOf(history, event, names))
    .flatMap(({ delivery, attempts: made }) =>
      made.map(({ attempt }) => ({ endpointId: delivery.endpointId, attempt })),
    );
  return [...Map.groupBy(attempts, ({ endpointId }) => endpointId)].map(([endpointId, own]) => ({
    place: { workspaceId: history.workspaceId, endpointId, shard: SHARD },
    spans: [...Map.groupBy(own, ({ attempt }) => startOf(attempt.startedAt, COUNTED_MS).getTime())].map(
      ([start, same]) => ({
        start: new Date(start),
        tally: sumOf(same.map(({ attempt }) => tallyOf(attempt))),
      }),
    ),
  }));
}

function groupsOf(spans: readonly CountedSpan[], lengthMs: number): Map<number, CountedSpan[]> {
  return Map.groupBy(spans, ({ start }) => startOf(start, lengthMs).getTime());
}

function total(spans: readonly CountedSpan[]): Tally {
  return sumOf(spans.map(({ tally }) => tally));
}

/** The start of the day before the last one, in UTC, as days of metrics are. */
function countersFrom({ endsAt }: History): Date {
  return new Date(startOf(endsAt, DAY_MS).getTime() - DAY_MS);
}
