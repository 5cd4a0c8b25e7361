import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

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

/** Adds a run to `bench/results/<date>-<kind>.json`; replaces an earlier run with the same name on that day. */
export async function saveResult(
  kind: 'load' | 'cost' | 'cold' | 'hot' | 'rate-limit' | 'local-stack' | 'fairness' | 'recovery',
  name: string,
  result: { readonly startedAt: Date; readonly commit: string } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const directory = join(ROOT, 'bench/results');
  const date = result.startedAt.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const file = join(directory, `${date}-${kind}.json`);
  await mkdir(directory, { recursive: true });
  const earlier = v.parse(resultsSchema, JSON.parse((await readIfThere(file)) ?? '{}'));
  await writeFile(file, `${JSON.stringify({ ...earlier, [name]: result }, null, 2)}\n`);
  return file;
}

/** The current commit, read from the files of git, so that a benchmark does not need git. */
export async function readCommit(): Promise<string> {
  const head = (await readIfThere(join(ROOT, '.git/HEAD')))?.trim() ?? 'unknown';
  const ref = /^ref: (.+)$/u.exec(head)?.[1];
  if (ref === undefined) return head;
  const loose = await readIfThere(join(ROOT, '.git', ref));
  if (loose !== undefined) return loose.trim();
  const packed = (await readIfThere(join(ROOT, '.git/packed-refs'))) ?? '';
  return (
    packed
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
      ?.split(' ')[0] ?? 'unknown'
  );
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
