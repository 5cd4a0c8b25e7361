import { devNull } from 'node:os';
import { parseArgs } from 'node:util';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { captureOutput } from '#local/output-capture.ts';
import { beyondLimits, type ColdFigures, medianRatio } from './cold-figures.ts';
import { runCold } from './cold-run.ts';

/**
 * `node bench/cold/run.ts --rounds 7`: the CPU time that each function takes to load and to respond to its first call, as a
 * ratio to plain SDK code that makes the same AWS calls. Exits with 3 if a limit is exceeded.
 */
const { rounds, only, save } = readOptions();
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
// The logs of the functions are not part of the output.
const output = captureOutput(devNull, () => new Date());
const complain = (line: string): void => output.complain(`${line}\n`);
const say = (line: string): void => output.say(`${line}\n`);
const functions = await runCold({ rounds, only }, complain);
const ratio = medianRatio(functions);
const broken = beyondLimits(functions, only.length === 0);
say(table(functions));
say(`median of the ratios: ${ratio}`);
for (const violation of broken) say(`BEYOND: ${violation}`);
if (save) {
  const loadAverageAfter = describeMachine().loadAverage;
  const figures = { medianRatio: ratio, functions };
  const result = { startedAt, commit, machine, loadAverageAfter, options: { rounds }, figures };
  complain(`saved in ${await saveResult('cold', 'cold', result)}`);
}
process.exit(broken.length > 0 ? TARGET_MISSED : 0);

function table(figures: readonly ColdFigures[]): string {
  const rows = figures
    .toSorted((a, b) => b.ratio - a.ratio)
    .map(({ name, kind, bytes, calls, loadMs, cpuMs, floorMs, ratio: own }) =>
      [own, cpuMs, floorMs, loadMs]
        .map((value) => value.toFixed(2).padStart(9))
        .concat(String(bytes).padStart(9), `  ${name} (${kind}): ${calls}`)
        .join(''),
    );
  return ['  ratio ×   cpu ms floor ms  load ms    bytes', ...rows].join('\n');
}

function readOptions(): { rounds: number; only: string[]; save: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '7' },
        only: { type: 'string', multiple: true, default: [] },
        save: { type: 'boolean', default: false },
      },
    });
    const count = Number(values.rounds);
    if (!Number.isInteger(count) || count < 1 || count > 100)
      throw new Error('--rounds: a whole number from 1 to 100');
    return { rounds: count, only: values.only, save: values.save };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}
