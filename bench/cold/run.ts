import { devNull } from 'node:os';
import { parseArgs } from 'node:util';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { captureOutput } from '#local/output-capture.ts';
import { beyondLimits, type ColdFigures } from './cold-figures.ts';
import { runCold } from './cold-run.ts';

/**
 * `node bench/cold/run.ts --rounds 7`: the time each function takes to load and to respond to its first call, as a ratio to a
 * minimal function. Exits with 1 if an HTTP function exceeds its limits.
 */
const { rounds, only, save } = readOptions();
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
// The logs of the functions are not part of the output.
const output = captureOutput(devNull, () => new Date());
const complain = (line: string): void => output.complain(`${line}\n`);
const say = (line: string): void => output.say(`${line}\n`);
const { floors, functions } = await runCold({ rounds, only }, complain);
const broken = functions.flatMap(beyondLimits);
say(table(functions));
for (const [name, { bytes, cpuMs, wallMs }] of Object.entries(floors))
  say(`${name} floor: ${bytes} bytes, ${cpuMs} ms of processor time, ${wallMs} ms`);
for (const violation of broken) say(`BEYOND: ${violation}`);
if (save) {
  const loadAverageAfter = describeMachine().loadAverage;
  const figures = { floors, functions };
  const result = { startedAt, commit, machine, loadAverageAfter, options: { rounds }, figures };
  complain(`saved in ${await saveResult('cold', 'cold', result)}`);
}
process.exit(broken.length > 0 ? 1 : 0);

function table(figures: readonly ColdFigures[]): string {
  const rows = figures
    .toSorted((a, b) => b.ratio - a.ratio)
    .map(({ name, kind, bytes, loadMs, wallMs, cpuMs, loadRatio, ratio, wallRatio, leanRatio }) =>
      [loadRatio, ratio, wallRatio, leanRatio, cpuMs, wallMs, loadMs]
        .map((value) => value.toFixed(2).padStart(8))
        .concat(String(bytes).padStart(9), `  ${name} (${kind})`)
        .join(''),
    );
  return ['  load ×   cpu ×  wall ×  lean ×  cpu ms wall ms load ms    bytes', ...rows].join('\n');
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
