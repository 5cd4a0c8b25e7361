import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { BENCHMARKS } from '#bench/benchmarks.ts';
import type { BenchmarkName } from './benchmark.ts';
import { bundleDigests } from './bundle-digest.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const resultsSchema = v.record(v.string(), v.unknown());

/** The machine of a run. The load average shows whether other work was running. */
export function describeMachine() {
  const cores = cpus();
  return {
    cpu: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: process.platform,
    node: process.version,
    loadAverage: loadavg().map((value) => Math.round(value * 10) / 10),
  };
}

/** Adds a run, with the digests of the measured functions, to `bench/results/<benchmark>.json`; replaces the earlier run of the same name. */
export async function saveResult(
  benchmark: BenchmarkName,
  name: string,
  result: { readonly startedAt: Date; readonly commit: string } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const directory = join(ROOT, 'bench/results');
  const file = join(directory, `${benchmark}.json`);
  await mkdir(directory, { recursive: true });
  const functions = BENCHMARKS.find((each) => each.name === benchmark)?.functions ?? [];
  const bundles = await bundleDigests(ROOT, functions);
  const earlier = v.parse(resultsSchema, JSON.parse((await readIfThere(file)) ?? '{}'));
  await writeFile(file, `${JSON.stringify({ ...earlier, [name]: { ...result, bundles } }, null, 2)}\n`);
  return file;
}

/** The commit that is checked out, or `unknown` without git, so that a benchmark does not need git. */
export async function readCommit(): Promise<string> {
  const head = promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: ROOT });
  return head.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  );
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
