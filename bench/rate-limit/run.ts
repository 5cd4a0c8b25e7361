import { parseArgs } from 'node:util';
import { PRICES } from '#bench/cost/bills/price-list.ts';
import { chance } from '#bench/load/seeded.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { DEFAULT_RATE_LIMITS, RATE_CLASSES } from '#shared/platform/core/rate-limit.ts';
import { type Minute, runMinute, type Scenario } from './simulate.ts';

/**
 * `node bench/rate-limit/run.ts`: the error of the estimated number of requests, and the cost of counting. Exits with 3 if a target is
 * missed.
 */
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '400' }, save: { type: 'boolean', default: false } },
});
const minutes = Number(options.minutes);
if (!Number.isInteger(minutes) || minutes < 20 || minutes > 10_000) {
  console.error('--minutes: a whole number from 20 to 10000');
  process.exit(2);
}
/** Of the estimate at a limit of 120 and more, in 95 of 100 minutes. */
const ERROR_LIMIT = 0.1;
/** The share of its limit below which a key must never be limited. */
const SAFE_SHARE = 0.8;
/** A key that sends at its limit rarely occupies more: 6,000 events a minute at 50 ms each need 5. */
const CONTAINERS = [1, 2, 5, 10, 20];

const startedAt = new Date();
let drawn = 0;
/** The same numbers in every run. */
const random = (): number => chance(1, (drawn += 1));
const scenarios: Scenario[] = RATE_CLASSES.flatMap((rateClass) =>
  CONTAINERS.map((containers) => ({ rateClass, limit: DEFAULT_RATE_LIMITS[rateClass], containers })),
);
const figures = [];
for (const scenario of scenarios) {
  const { rateClass, limit, containers } = scenario;
  const almost = Math.floor(limit * SAFE_SHARE);
  const below = await repeat(scenario, almost);
  const at = await repeat(scenario, limit);
  const above = await repeat(scenario, limit * 2);
  const figure = {
    rateClass,
    limit,
    containers,
    errorP95: round(
      percentile(
        at.map(({ error }) => error),
        0.95,
      ),
    ),
    limitedBelow80Percent: below.filter(({ passed }) => passed < almost).length,
    passedAtDoubleRate: round(mean(above.map(({ passed }) => passed)) / limit),
    writesPerRequest: round(mean(below.map(({ writes }) => writes)) / almost),
    dollarsPerMillion: round((mean(below.map(({ writes }) => writes)) / almost) * PRICES.writeUnit * 1e6),
  };
  figures.push(figure);
  console.log(
    `${rateClass} ${limit}/min, ${containers} containers: error p95 ${percent(figure.errorP95)}, ` +
      `limited below 80 %: ${figure.limitedBelow80Percent} of ${minutes} minutes, passed at double rate: ` +
      `${percent(figure.passedAtDoubleRate)} of the limit, ${figure.writesPerRequest} writes per request, ` +
      `$${figure.dollarsPerMillion} per million requests`,
  );
}
if (options.save) {
  const result = { startedAt, commit: await readCommit(), machine: describeMachine(), minutes, figures };
  console.error(`saved in ${await saveResult('rate-limit', 'rate-limit', result)}`);
}
const isMet = figures.every(
  ({ errorP95, limitedBelow80Percent }) => errorP95 <= ERROR_LIMIT && limitedBelow80Percent === 0,
);
process.exit(isMet ? 0 : TARGET_MISSED);

async function repeat(scenario: Scenario, requests: number): Promise<Minute[]> {
  const outcomes: Minute[] = [];
  for (let each = 0; each < minutes; each += 1) outcomes.push(await runMinute(scenario, requests, random));
  return outcomes;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
