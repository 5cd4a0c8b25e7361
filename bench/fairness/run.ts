import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { LoadOptions } from '#bench/load/load-options.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { median } from '#bench/record/median.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { fairnessRun, type FairnessFigures } from './fairness-run.ts';

/**
 * `npm run bench -- fairness [--pairs n] [--seconds n] [--bursts n] [--seed n] [--save]`: how much one of 25 endpoints that hangs on
 * every request delays the other 24, on a machine whose cores are half or almost fully used by other processes. Each pair sends the
 * same load beside the same processes, with and without the hanging endpoint, in alternating order. A third run of each pair, again
 * without it, shows the noise. Exits with 3 if a target is missed.
 */
const EVENTS_PER_SECOND = 4;
const BURST_EVENTS = 1500;
const CORES = 2;
const TARGETS = { medianRatio: 1.2, worstRatio: 2, drainSeconds: 10, burstRatio: 1.5 };

type Pair = {
  readonly withOne: FairnessFigures;
  readonly without: FairnessFigures;
  readonly again: FairnessFigures | undefined;
};

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '60' },
    bursts: { type: 'string', default: '1' },
    seed: { type: 'string', default: '7' },
    save: { type: 'boolean', default: false },
  },
});
const [pairs = 0, seconds = 0, bursts = 0, firstSeed = 0] = [
  values.pairs,
  values.seconds,
  values.bursts,
  values.seed,
].map(Number);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

const startedAt = new Date();
const commit = await readCommit();
const machine = describeMachine();
const steady: Pair[] = [];
for (let turn = 0; turn < pairs && !interruption.signal.aborted; turn += 1)
  steady.push(await measurePair(turn, EVENTS_PER_SECOND * seconds, EVENTS_PER_SECOND));
const burst: Pair[] = [];
for (let turn = 0; turn < bursts && !interruption.signal.aborted; turn += 1)
  burst.push(await measurePair(turn, BURST_EVENTS, undefined));

const all = [...steady, ...burst].flatMap(({ withOne, without }) => [withOne, without]);
const ratios = steady.map(({ withOne, without }) => ratioOf(withOne, without));
const figures = {
  medianRatio: median(ratios),
  worstRatio: Math.max(...ratios),
  medianNoise: median(steady.flatMap(({ again, without }) => (again ? [ratioOf(again, without)] : []))),
  healthyInSlowLane: all.reduce((sum, each) => sum + each.healthyInSlowLane, 0),
  drainSeconds: Math.max(
    ...steady.flatMap(({ withOne, without }) => [withOne.drainSeconds, without.drainSeconds]),
  ),
  burstRatio: median(burst.map(({ withOne, without }) => ratioOf(withOne, without))),
};
console.log(`\n${JSON.stringify(figures)}`);
const missed = [
  ...(figures.medianRatio > TARGETS.medianRatio ? ['median ratio'] : []),
  ...(figures.worstRatio > TARGETS.worstRatio ? ['worst ratio'] : []),
  ...(figures.healthyInSlowLane > 0 ? ['healthy endpoints in the slow lane'] : []),
  ...(figures.drainSeconds > TARGETS.drainSeconds ? ['drain time'] : []),
  ...(figures.burstRatio > TARGETS.burstRatio ? ['ratio of the burst'] : []),
];
if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
if (values.save) {
  const result = { startedAt, commit, machine, loadAverageAfter: describeMachine().loadAverage, figures };
  console.error(`saved in ${await saveResult('fairness', 'fairness', { ...result, steady, burst })}`);
}
process.exit(missed.length > 0 ? TARGET_MISSED : 0);

async function measurePair(turn: number, events: number, rate: number | undefined): Promise<Pair> {
  const seed = firstSeed + turn;
  const measured = (deadEndpoints: number): Promise<FairnessFigures> =>
    besideBusyProcesses(seed, events, rate, deadEndpoints);
  const isHangingFirst = turn % 2 === 1;
  const first = await measured(isHangingFirst ? 1 : 0);
  const second = await measured(isHangingFirst ? 0 : 1);
  const [withOne, without] = isHangingFirst ? [first, second] : [second, first];
  return { withOne, without, again: rate === undefined ? undefined : await measured(0) };
}

async function besideBusyProcesses(
  seed: number,
  events: number,
  rate: number | undefined,
  deadEndpoints: number,
): Promise<FairnessFigures> {
  const file = new URL('busy-process.ts', import.meta.url);
  const load: LoadOptions = {
    events,
    endpoints: 25,
    fail: 0,
    hang: 0,
    deadEndpoints,
    retryDelays: undefined,
    kills: 0,
    seed,
    rate,
    deadlineSeconds: 300,
  };
  const busy = Array.from({ length: CORES }, (_, number) => fork(file, [String(seed), String(number)]));
  try {
    const measured = await fairnessRun(load, interruption.signal);
    console.log(JSON.stringify({ seed, events, rate, deadEndpoints, ...measured }));
    return measured;
  } finally {
    for (const each of busy) each.disconnect();
  }
}

function ratioOf(one: FairnessFigures, other: FairnessFigures): number {
  return Math.round(((one.healthyMs.p99 ?? 0) / (other.healthyMs.p99 ?? 1)) * 100) / 100;
}
