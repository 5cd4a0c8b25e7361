import { parseArgs } from 'node:util';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { MEASURED_SHARDS, runPart, RUN_SECONDS } from './run-part.ts';
import { RESPONSE_MS } from './sweep-load.ts';

/**
 * `npm run bench -- sweep [--save]`: how long one of the four parts of the sweep needs for its share of a minute in which nothing is lost. Exits
 * with 3 if it does not read the minute in its time.
 */
const { values: options } = parseArgs({ options: { save: { type: 'boolean', default: false } } });

/** Events a second, and endpoints that each of them matches. */
const LOADS = [
  { eventsPerSecond: 10_000, endpoints: 1 },
  { eventsPerSecond: 1000, endpoints: 25 },
] as const;
/** A backlog without a single event, after an outage. */
const OUTAGE_MINUTES = 12 * 60;
/** The age of an item that the scan of events reads, and one minute more: each shard has one minute to read. */
const NEWEST_MS = 6 * MINUTE_MS;

const startedAt = new Date();
/** The time of the measured runs, which stands still: a minute that ends meanwhile would be read, too. */
const now = fullMinute(startedAt);
const commit = await readCommit();
const machine = describeMachine();
// Lambda keeps the container of a function that runs every minute, so its code is optimised.
await runPart(loadOf(1000, 1), now);

const loads = [];
for (const { eventsPerSecond, endpoints } of LOADS) {
  const { seconds, cpuSeconds, isComplete } = await runPart(loadOf(eventsPerSecond, endpoints), now);
  const events = (eventsPerSecond * 60 * MEASURED_SHARDS.length) / SHARDS;
  const figure = {
    eventsPerSecond,
    endpoints,
    seconds: round(seconds, 1),
    cpuSeconds: round(cpuSeconds, 1),
    cpuMsPerEvent: round((cpuSeconds * 1000) / events, 4),
    cpuMsPerDelivery: round((cpuSeconds * 1000) / events / endpoints, 4),
    /** At this rate, the run of a part takes all of its time. */
    ceilingEventsPerSecond: Math.floor((eventsPerSecond * RUN_SECONDS) / seconds),
    isComplete,
  };
  loads.push(figure);
  console.log(JSON.stringify(figure));
}
const outage = await runPart({ ...loadOf(0, 1), from: from(OUTAGE_MINUTES) }, now);
const backlog = {
  minutes: OUTAGE_MINUTES,
  seconds: round(outage.seconds, 1),
  cpuSeconds: round(outage.cpuSeconds, 1),
  isComplete: outage.isComplete,
};
console.log(JSON.stringify(backlog));

if (options.save) {
  const result = {
    startedAt,
    commit,
    machine,
    loadAverageAfter: describeMachine().loadAverage,
    responseMs: RESPONSE_MS,
    loads,
    backlog,
  };
  console.error(`saved in ${await saveResult('sweep', 'sweep', result)}`);
}
process.exit([...loads, backlog].every(({ isComplete }) => isComplete) ? 0 : TARGET_MISSED);

function loadOf(eventsPerSecond: number, endpoints: number) {
  return {
    from: from(1),
    eventsPerShard: Math.round((eventsPerSecond * 60) / SHARDS),
    endpoints,
    shards: MEASURED_SHARDS,
  };
}

/** The first minute to read, so that this many are to be read. */
function from(minutes: number): number {
  return now.getTime() - NEWEST_MS - (minutes - 1) * MINUTE_MS;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
