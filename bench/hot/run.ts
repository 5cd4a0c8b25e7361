import { parseArgs } from 'node:util';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { median } from '#bench/record/median.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { wholeOption } from '#scripts/lib/whole-option.ts';
import { type PathFigures, runPath } from './path-run.ts';
import { runUpdates } from './update-run.ts';

/**
 * `node bench/hot/run.ts`: CPU time of the path of an event, as a ratio to plain SDK code that makes the same calls, and of the
 * three update operations. Exits with 3 if a ratio is above its limit.
 */
const PATHS = [
  { endpoints: 1, limit: 0.85 },
  { endpoints: 25, limit: 1 },
];

const { rounds, calls, profiles, save } = readOptions();
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
const paths: (PathFigures & { readonly limit: number })[] = [];
for (const { endpoints, limit } of PATHS) {
  const figures = await runPath({ rounds, endpoints, profiles: profiles && `${profiles}/${endpoints}` });
  paths.push({ ...figures, limit });
  console.log(pathLines(figures, limit));
}
const updates = calls > 0 ? await runUpdates(calls) : [];
for (const { name, cpuMsPerCall, requestsPerSecond, medianMs, p99Ms } of updates)
  console.log(
    `${name}: ${cpuMsPerCall} ms of CPU time per call, ${requestsPerSecond} sequential calls per second, ` +
      `p50 ${medianMs} ms, p99 ${p99Ms} ms with the emulator`,
  );
if (save) {
  const loadAverageAfter = describeMachine().loadAverage;
  const result = { startedAt, commit, machine, loadAverageAfter, options: { rounds, calls } };
  console.error(`saved in ${await saveResult('hot', 'hot', { ...result, figures: { paths, updates } })}`);
}
process.exit(paths.some(({ ratio, limit }) => ratio > limit) ? TARGET_MISSED : 0);

function pathLines({ endpoints, functions, ...total }: PathFigures, limit: number): string {
  const { ownCpuMs, floorCpuMs, ratio } = total;
  return [
    `path to ${endpoints} endpoints, per delivery: ${ownCpuMs} ms, baseline ${floorCpuMs} ms, ratio ${ratio}, limit ${limit}`,
    ...Object.entries(functions).map(
      ([name, figures]) =>
        `  ${name}, per ${figures.unit}: ${median(figures.ownCpuMs)} ms, baseline ${median(figures.floorCpuMs)} ms, ` +
        `ratio ${figures.ratio}`,
    ),
  ].join('\n');
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '9' },
        calls: { type: 'string', default: '1000' },
        profiles: { type: 'string' },
        save: { type: 'boolean', default: false },
      },
    });
    return {
      rounds: wholeOption('rounds', values.rounds, 1, 100),
      calls: wholeOption('calls', values.calls, 0, 100_000),
      profiles: values.profiles,
      save: values.save,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}
