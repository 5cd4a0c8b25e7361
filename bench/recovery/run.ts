import { parseArgs } from 'node:util';
import type { LoadFigures } from '#bench/load/load-figures.ts';
import { violations } from '#bench/load/load-figures.ts';
import { runLoad } from '#bench/load/run-load.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';

/**
 * `npm run bench -- recovery [--runs n] [--events n] [--seed n] [--save]`: SIGKILL in the middle of 2,000 deliveries of which 20 %
 * fail at first, with the visibility timeout and the lease of the template. Reports the time from the restart until everything is
 * delivered. Exits with 3 if a run takes longer than 120 s, with 1 if one
 * violates a guarantee.
 */
const MAX_SECONDS = 120;
const RETRY_DELAYS = '2,5,10,20,30';
const DEADLINE_SECONDS = 300;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    events: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '7' },
    save: { type: 'boolean', default: false },
  },
});
const [runs, events, firstSeed] = [values.runs, values.events, values.seed].map(Number);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

const startedAt = new Date();
const commit = await readCommit();
const machine = describeMachine();
const results: ReturnType<typeof toResult>[] = [];
for (let run = 0; run < (runs ?? 0) && !interruption.signal.aborted; run += 1) {
  const seed = (firstSeed ?? 0) + run;
  const figures = await runLoad(
    {
      events: events ?? 0,
      endpoints: 1,
      fail: 0.2,
      hang: 0,
      deadEndpoints: 0,
      retryDelays: RETRY_DELAYS,
      kills: 1,
      seed,
      rate: undefined,
      deadlineSeconds: DEADLINE_SECONDS,
    },
    { keep: false, interrupted: interruption.signal, say: (line) => console.error(line) },
  );
  const result = toResult(seed, figures);
  results.push(result);
  console.log(JSON.stringify(result));
}

const longest = Math.max(...results.map(({ secondsAfterRestart }) => secondsAfterRestart));
console.log(
  `\n${results.length} runs: at most ${longest} s from the restart to the last 2xx, ${MAX_SECONDS} s wanted`,
);
if (values.save) {
  const result = { startedAt, commit, machine, loadAverageAfter: describeMachine().loadAverage, results };
  console.error(`saved in ${await saveResult('recovery', 'recovery', result)}`);
}
if (results.some(({ broken }) => broken.length > 0)) process.exit(1);
process.exit(longest > MAX_SECONDS ? TARGET_MISSED : 0);

function toResult(seed: number, figures: LoadFigures) {
  const { crashes, seconds, delivered, duplicates, lost } = figures;
  const [crash = { second: 0, progress: 0, secondsDown: 0 }] = crashes;
  return {
    seed,
    killedAtProgress: crash.progress,
    secondsDown: crash.secondsDown,
    secondsAfterRestart: Math.round((seconds - crash.second - crash.secondsDown) * 10) / 10,
    delivered,
    duplicates,
    lost,
    broken: violations(figures),
  };
}
