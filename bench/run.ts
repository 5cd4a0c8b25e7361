import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import type { Benchmark } from './record/benchmark.ts';
import { bundleDigest } from './record/bundle-digest.ts';
import { TARGET_MISSED } from './record/exit-code.ts';
import { readGitHistory } from './record/git-history.ts';
import { type SavedRun, staleRuns } from './record/stale-results.ts';

/**
 * `npm run bench -- <name> [its options]`: runs one benchmark. `npm run bench -- [--save] [--only name]…`: runs the benchmarks one
 * after the other, then reports the results that are older than the code they describe. `--stale` only reports. `--brief` gives each
 * benchmark its shortest run, which shows that it still runs, and judges no figure and no result. Exits with 1 if a benchmark failed or
 * missed a target, or if a result is stale.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));

const [single, ...ownOptions] = process.argv.slice(2);
if (single !== undefined && !single.startsWith('-')) await runOne(single, ownOptions);

const { save, brief, stale, only } = parseArgs({
  options: {
    brief: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    stale: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
}).values;
const unknown = only.filter((each) => BENCHMARKS.every(({ name }) => name !== each));
if (unknown.length > 0) {
  console.error(`--only ${unknown.join(', ')}: expected ${BENCHMARKS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const chosen = BENCHMARKS.filter(({ name }) => only.length === 0 || only.includes(name));

// The benchmark that is running gets the signal, too: it stops its processes before it ends.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

const failed: string[] = [];
for (const benchmark of stale ? [] : chosen)
  for (const [run, args] of Object.entries(brief ? { brief: benchmark.brief } : benchmark.runs)) {
    if (interruption.signal.aborted) break;
    console.log(`\n==> ${benchmark.name}${run === benchmark.name ? '' : ` (${run})`}`);
    const code = await exitCodeOf(benchmark, run, args);
    if (code === TARGET_MISSED && !brief) failed.push(`${run} missed a target`);
    else if (code !== 0 && code !== TARGET_MISSED)
      failed.push(`${benchmark.name} (${run}) ended with ${code}`);
  }

console.log('');
for (const each of failed) console.log(`failed: ${each}`);
if (brief) process.exit(failed.length > 0 ? 1 : 0);

const history = await readGitHistory(ROOT);
let staleResults = 0;
for (const benchmark of chosen) {
  const found = await staleRuns(benchmark, await readResults(benchmark.name), {
    history,
    digestOf: (folder) => bundleDigest(ROOT, folder),
  });
  for (const { run, reason } of found) console.log(`stale: ${run}: ${reason}`);
  staleResults += found.length;
}
if (staleResults === 0) console.log('every result is newer than the code that it describes');
process.exit(failed.length > 0 || staleResults > 0 ? 1 : 0);

async function runOne(benchmark: string, options: readonly string[]): Promise<never> {
  if (BENCHMARKS.every((each) => each.name !== benchmark)) {
    console.error(`${benchmark}: expected ${BENCHMARKS.map((each) => each.name).join(', ')}`);
    process.exit(2);
  }
  const file = join(ROOT, 'bench', benchmark, 'run.ts');
  const child = spawn(process.execPath, [file, ...options], { cwd: ROOT, stdio: 'inherit' });
  // A terminal sends its signal to the child, too: the child ends first, with its own exit code.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
}

async function exitCodeOf(
  { name, save: named }: Benchmark,
  run: string,
  args: readonly string[],
): Promise<number | string> {
  const saving = save && !brief ? (named?.(run) ?? ['--save']) : [];
  const file = join(ROOT, 'bench', name, 'run.ts');
  const child = spawn(process.execPath, [file, ...args, ...saving], { cwd: ROOT, stdio: 'inherit' });
  interruption.signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code, signal] = await once(child, 'exit');
  return code ?? signal;
}

async function readResults(name: string): Promise<Record<string, SavedRun>> {
  const text = await readFile(join(ROOT, 'bench/results', `${name}.json`), 'utf8').catch(() => '{}');
  return JSON.parse(text);
}
