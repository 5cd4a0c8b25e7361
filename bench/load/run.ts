import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { violations } from './load-figures.ts';
import { readArguments } from './load-options.ts';
import { figuresTable } from './print-figures.ts';
import { runLoad } from './run-load.ts';

/**
 * `node bench/load/run.ts --events 400 --endpoints 25 --fail 0.2 --hang 0.02 --kill 10 --seed 7`: loads a temporary local
 * stack and counts the result of every delivery. Exits with 1 if a delivery was lost or a guarantee was violated.
 */
const { options, save, keep } = readOrExplain(process.argv.slice(2));
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

// Progress goes to stderr, so that stdout contains only one line of JSON and the table.
const say = (line: string): void => console.error(line);
const startedAt = new Date();
const commit = await readCommit();
const machine = describeMachine();
say(`${options.events} events × ${options.endpoints} endpoints, seed ${options.seed}`);
const figures = await runLoad(options, { keep, say, interrupted: interruption.signal });
const broken = violations(figures);
console.log(JSON.stringify(figures));
console.log(`\n${figuresTable(figures)}`);
for (const violation of broken) console.log(`VIOLATION: ${violation}`);
if (save !== undefined) {
  const loadAverageAfter = describeMachine().loadAverage;
  say(
    `saved in ${await saveResult('load', save, { startedAt, commit, machine, loadAverageAfter, options, figures })}`,
  );
}
process.exit(broken.length > 0 ? 1 : 0);

function readOrExplain(args: readonly string[]): ReturnType<typeof readArguments> {
  try {
    return readArguments(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}
