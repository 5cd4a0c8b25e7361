import { DAY_MS, HOUR_MS } from '#shared/platform/core/time-units.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';
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

/** Metrics of five minutes can be read for so many days, and those of hours and days for longer. */
const FINE_DAYS = 14;

/** The writer of the counters of the past. The writers of other counters are containers of functions. */
const WRITER = 'example';

const SHARD = 0;

/** Counts the attempts of the past, as the platform would have counted them: one step for the sums, one for the counters of the last days. */
export const COUNT_STEPS: readonly HistoryStep[] = [writeSums, writeCounters];

/** The sums of the days and hours before yesterday. */
async function writeSums(history: History): Promise<void> {
  for (const { place, spans } of await countedPlaces(history)) {
    const early = spans.filter(({ start }) => start < countersFrom(history));
    const byDay = groupsOf(early, DAY_MS);
    for (const [day, ofDay] of byDay) {
      const hours = [...groupsOf(ofDay, HOUR_MS)];
      const sums = hours.map(([start, ofHour]) => ({ start: new Date(start), tally: total(ofHour) }));
      await writeSum(place, '1d', new Date(day), sums);
      if (history.endsAt.getTime() - day > FINE_DAYS * DAY_MS) continue;
      for (const [start, ofHour] of hours) await writeSum(place, '1h', new Date(start), ofHour);
    }
  }

  async function writeSum(
    place: CountPlace,
    span: '1h' | '1d',
    start: Date,
    sums: readonly CountedSpan[],
  ): Promise<void> {
    await tryWrite(history.deliveries, putItem(toSumsItem(place, span, start, sums), isNew));
  }
}

/** The counters since yesterday. The platform adds live attempts to these days, and reads the counters again to do so. */
async function writeCounters(history: History): Promise<void> {
  const counts = createDynamoAttemptCounts(history.deliveries);
  const rollUps = createDynamoAttemptRollUps(history.deliveries);
  for (const { place, spans } of await countedPlaces(history)) {
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
async function countedPlaces(
  history: History,
): Promise<readonly { readonly place: CountPlace; readonly spans: readonly CountedSpan[] }[]> {
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
