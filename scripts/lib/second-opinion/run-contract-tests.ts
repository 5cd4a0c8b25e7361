import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './bounded-process.ts';
import { withoutAws } from './without-aws.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Servers on a busy machine take seconds. */
const PATIENCE = ['--testTimeout=120000', '--hookTimeout=120000'];

/**
 * Runs files of the suite `test/contract` with a real server and returns Vitest's report. Without `files`, the whole suite runs. `env`
 * tells the tests where the server is. The report is written below `folder`.
 */
export async function runContractTests(run: {
  readonly files?: readonly string[];
  readonly options?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly signal: AbortSignal;
}): Promise<unknown> {
  const file = join(run.folder, 'report.json');
  const reporter = ['--reporter=json', `--outputFile=${file}`];
  const { output } = await runCommand({
    command: process.execPath,
    args: [
      VITEST,
      'run',
      '--project=contract',
      ...reporter,
      ...PATIENCE,
      ...(run.options ?? []),
      ...(run.files ?? []),
    ],
    cwd: ROOT,
    env: { ...withoutAws(process.env), ...run.env },
    signal: run.signal,
  });
  const json = await readFile(file, 'utf8').catch(() => undefined);
  if (json === undefined) throw new Error(`Vitest wrote no report.\n${output.slice(-2000)}`);
  return JSON.parse(json);
}
