import { parseArgs } from 'node:util';
import { median } from '#bench/record/median.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { fairnessRun, type FairnessFigures } from './fairness-run.ts';
import type { LoadOptions } from './load-options.ts';

/**
 * `node bench/load/fairness.ts [--save]`: how much one of 25 endpoints that hangs on every request delays the other 24.
 * Median of three runs each way, alternating, on new stacks, at a rate that causes no backlog when nothing hangs.
 */
const RUNS = 3;
const MAX_RATIO = 1.5;
// The retry delays are those of the specification: shorter ones would delay the healthy endpoints more than in production.
const LOAD: LoadOptions = {
  events: 100,
  endpoints: 25,
  fail: 0,
  hang: 0,
  deadEndpoints: 0,
  retryDelays: undefined,
  kills: 0,
  seed: 7,
  rate: 2,
  deadlineSeconds: 240,
};

const { save } = parseArgs({ options: { save: { type: 'boolean', default: false } } }).values;
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

const startedAt = new Date();
const commit = await readCommit();
const machine = describeMachine();
const without: FairnessFigures[] = [];
const withOne: FairnessFigures[] = [];
for (let run = 1; run <= RUNS && !interruption.signal.aborted; run += 1) {
  without.push(await measure(`run ${run}, none hanging`, 0));
  withOne.push(await measure(`run ${run}, one hanging`, 1));
}
const p99Without = medianP99(without);
const p99With = medianP99(withOne);
const ratio = Math.round((p99With / p99Without) * 100) / 100;
const figures = { p99WithoutMs: p99Without, p99WithMs: p99With, ratio, without, withOne };
console.log(JSON.stringify(figures));
console.log(
  `\np99 of 24 healthy endpoints, median of ${RUNS}: ${p99Without} ms with none hanging, ${p99With} ms with one of ` +
    `25 hanging; ratio ${ratio}, at most ${MAX_RATIO} wanted`,
);
if (save) {
  const loadAverageAfter = describeMachine().loadAverage;
  const result = { startedAt, commit, machine, loadAverageAfter, options: LOAD, figures };
  console.error(`saved in ${await saveResult('load', 'fairness', result)}`);
}
process.exit(ratio > MAX_RATIO ? 1 : 0);

async function measure(what: string, deadEndpoints: number): Promise<FairnessFigures> {
  const figuresOfRun = await fairnessRun({ ...LOAD, deadEndpoints }, interruption.signal);
  const { healthyMs, healthyDelivered, healthyExpected, seconds } = figuresOfRun;
  console.error(
    `${what}: p50 ${healthyMs.p50}, p99 ${healthyMs.p99}, max ${healthyMs.max} ms; ` +
      `${healthyDelivered} of ${healthyExpected} in ${seconds} s`,
  );
  return figuresOfRun;
}

function medianP99(runs: readonly FairnessFigures[]): number {
  return median(runs.map(({ healthyMs }) => healthyMs.p99 ?? 0));
}
