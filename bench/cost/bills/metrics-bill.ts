import { randomUUID } from 'node:crypto';
import type { Goal } from '#bench/cost/goals.ts';
import { itemSize } from '#bench/cost/item-size.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { sumOf, tallyOf } from '#shared/webhooks/domain/attempt-tally.ts';
import type { Attempt } from '#shared/webhooks/domain/delivery.ts';
import { toAnnouncedItem, toCounterItem, toSumsItem } from '#shared/webhooks/store/attempt-count-items.ts';
import { type BillLine, line, totalDollars } from './bill.ts';
import { ASSUMED, invocationDollars, PRICES } from './price-list.ts';

/** Dollars per million deliveries. */
const LIMIT = 0.1;

const WRITE_UNIT_BYTES = 1024;
/** An eventually consistent read unit of 8 KB, and a strongly consistent one of 4 KB. */
const READ_UNIT_BYTES = 4096;

/** The write of a counter, for which a batch waits at its end. */
const COUNT_SECONDS = 0.006;

const MINUTES_5_AN_HOUR = 12;
const HOURS_A_DAY = 24;

/** What one endpoint receives in an hour, and the number of containers that serve it. */
type Load = {
  readonly deliveriesAnHour: number;
  readonly batchesAnHour: number;
  readonly containers: number;
};

/** One endpoint with a full batch every second. */
const FULL: Load = { deliveriesAnHour: 36_000, batchesAnHour: 3600, containers: 2 };
/** One of 100 endpoints that share ten deliveries a second: every batch has ten endpoints. */
const SPREAD: Load = { deliveriesAnHour: 360, batchesAnHour: 360, containers: 2 };
/** One of 100 endpoints that share one delivery a second: every batch has one delivery. */
const RARE: Load = { deliveriesAnHour: 36, batchesAnHour: 36, containers: 2 };

/** The bills of counting attempts in dollars per million deliveries, computed from the sizes of the items, by case. */
export function metricsBills(memoryMegabytes: number): Readonly<Record<string, readonly BillLine[]>> {
  return {
    'Metrics, full batches of one endpoint, computed: dollars per million deliveries': linesOf(
      FULL,
      ASSUMED.deliverBatchMessages,
      memoryMegabytes,
    ),
    'Metrics, full batches of ten endpoints each, computed: dollars per million deliveries': linesOf(
      SPREAD,
      ASSUMED.deliverBatchMessages,
      memoryMegabytes,
    ),
    'Metrics, one delivery per batch, 100 endpoints with one a second together, computed: dollars per million deliveries':
      linesOf(RARE, 1, memoryMegabytes),
  };
}

/** The target for full batches of one endpoint. */
export function metricsGoal(memoryMegabytes: number): Goal {
  const [lines = []] = Object.values(metricsBills(memoryMegabytes));
  return {
    what: 'dollars per million deliveries for metrics, in full batches',
    limit: LIMIT,
    found: totalDollars(lines),
  };
}

function linesOf(
  { deliveriesAnHour, batchesAnHour, containers }: Load,
  perBatch: number,
  memoryMegabytes: number,
): BillLine[] {
  const counter = writeUnits(aCounter());
  const counters = containers * MINUTES_5_AN_HOUR;
  const readUnits =
    Math.ceil((counters * bytesOf(aCounter())) / READ_UNIT_BYTES) +
    Math.ceil(bytesOf(aDay()) / READ_UNIT_BYTES);
  const sums = writeUnits(anHour()) + writeUnits(aDay());
  const announced = containers * writeUnits(announcement());
  const seconds = COUNT_SECONDS / perBatch;
  return [
    line(
      'counters written',
      `${bytesOf(aCounter())} bytes, ${counter} write units for ${deliveriesAnHour / batchesAnHour} deliveries`,
      batchesAnHour * counter * PRICES.writeUnit,
      deliveriesAnHour,
    ),
    line(
      'hours announced and added up',
      `${announced + sums} write units, ${readUnits} read units an hour`,
      (announced + sums) * PRICES.writeUnit + readUnits * PRICES.readUnit,
      deliveriesAnHour,
    ),
    line(
      'longer run of deliver-webhook',
      `${COUNT_SECONDS} s per batch`,
      invocationDollars(seconds, memoryMegabytes / 1024) - PRICES.lambdaRequest,
      1,
    ),
  ];
}

function bytesOf(item: Item): number {
  return itemSize(marshall(item, { removeUndefinedValues: true }));
}

function writeUnits(item: Item): number {
  return Math.ceil(bytesOf(item) / WRITE_UNIT_BYTES);
}

const NOW = new Date();
const place = { workspaceId: newId(NOW), endpointId: newId(NOW), shard: 15 };

/** Results and durations of a receiver whose responses vary. */
function aTally() {
  const results: readonly Pick<Attempt, 'outcome' | 'statusCode' | 'durationMs'>[] = [
    ...[60, 90, 130, 200, 300, 450, 700].map((durationMs) => ({
      outcome: 'success' as const,
      statusCode: 200,
      durationMs,
    })),
    { outcome: 'http_error', statusCode: 503, durationMs: 40 },
    { outcome: 'timeout', statusCode: null, durationMs: 8000 },
  ];
  const one = sumOf(results.map(tallyOf));
  return sumOf(Array.from({ length: 1000 }, () => one));
}

function aCounter() {
  const writer = randomUUID().slice(-12);
  return toCounterItem({ ...place, bucket: NOW, writer }, { batch: 1000, excluded: [] }, aTally());
}

function anHour() {
  return sumsOf('1h', MINUTES_5_AN_HOUR, 5 * MINUTE_MS);
}

function aDay() {
  return sumsOf('1d', HOURS_A_DAY, HOUR_MS);
}

function sumsOf(span: '1h' | '1d', count: number, stepMs: number) {
  const start = new Date('2026-11-23T00:00:00Z');
  const spans = Array.from({ length: count }, (_, index) => ({
    start: new Date(start.getTime() + index * stepMs),
    tally: aTally(),
  }));
  return toSumsItem(place, span, start, spans);
}

function announcement() {
  return toAnnouncedItem(place, new Date('2026-11-23T00:00:00Z'), NOW);
}
