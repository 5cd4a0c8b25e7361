import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { NIGHTLY_PARTS, type NightlyPart } from '#scripts/lib/nightly/parts.ts';
import { type PartRecord, readRecord, savePart } from '#scripts/lib/nightly/record.ts';
import { runCommand } from '#scripts/lib/second-opinion/bounded-process.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

const ROOT = join(import.meta.dirname, '../..');
const USAGE = `Runs the load tests at full size, the tests on the newest AWS SDK, and third-party checkers. Writes the result of each part to bench/nightly.json.

  npm run test:nightly                      # all: ${NIGHTLY_PARTS.map(({ name }) => name).join(', ')}
  npm run test:nightly -- --only <part>     # one of them
  npm run test:nightly -- --only <part> --not-run <reason>     # records why it could not run

The exit code is 1 if a part failed.`;
/** Lines at the end of the output of a failed part, which are printed. */
const SHOWN_LINES = 40;

const { values, chosen } = await orUsage(USAGE, 2, readOptions);
if (values.help) {
  console.log(USAGE);
  process.exit();
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(new Error(`interrupted by ${name}`)));

for (const part of chosen) {
  if (interrupted.signal.aborted) break;
  console.log(`${part.name}: ${part.shows} (at most ${part.limitMinutes} minutes)`);
  const result = await run(part);
  if (interrupted.signal.aborted) break;
  await savePart(part.name, result);
  console.log(`  ${result.problem ? `${result.problem.outcome}: ${result.problem.reason}` : 'passed'}`);
  if (result.problem?.outcome === 'failed') process.exitCode = 1;
}
if (interrupted.signal.aborted) process.exitCode = 130;

function readOptions() {
  const { values: options } = parseArgs({
    options: {
      only: { type: 'string' },
      'not-run': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { only } = options;
  const parts = NIGHTLY_PARTS.filter(({ name }) => only === undefined || only === name);
  if (parts.length === 0) throw new Error(`--only: there is no part "${only}".`);
  return { values: options, chosen: parts };
}

async function run(part: NightlyPart): Promise<PartRecord> {
  const { shows, command, env, needs, hasReport, limitMinutes } = part;
  const earlier = (await readRecord())[part.name]?.passed;
  const from = new Date();
  const ended = () => ({
    startedAt: from.toISOString(),
    commit: currentCommit(),
    seconds: Math.round((Date.now() - from.getTime()) / 1000),
  });
  const unsuccessful = (outcome: 'failed' | 'not-run', reason: string): PartRecord => ({
    shows,
    ...(earlier ? { passed: earlier } : {}),
    problem: { ...ended(), outcome, reason },
  });

  const missing = needs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length > 0) return unsuccessful('not-run', `this machine has no ${missing.join(' and no ')}`);
  if (values['not-run'] !== undefined) return unsuccessful('not-run', values['not-run']);
  const limit = AbortSignal.timeout(limitMinutes * MINUTE_MS);
  try {
    const [program, ...args] = command;
    const signal = AbortSignal.any([limit, interrupted.signal]);
    const { code, output } = await runCommand({
      command: program,
      args,
      signal,
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    if (code === 0 && hasReport) console.log(output.trimEnd());
    if (code === 0) return { shows, passed: ended() };
    console.error(output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'));
    console.error(`The whole output: ${await keepOutput(part.name, output)}`);
    return unsuccessful('failed', `${command.join(' ')} ended with ${code}`);
  } catch (error) {
    return unsuccessful(
      'failed',
      limit.aborted ? `not finished within ${limitMinutes} minutes` : String(error),
    );
  }
}

/** Returns the path of the file with the output of a failed part. */
async function keepOutput(name: string, output: string): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/nightly');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  await writeFile(file, output);
  return file;
}

/** The commit, with `-dirty` if something other than results differs from it. */
function currentCommit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: ROOT }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!bench');
  return `${git('rev-parse', 'HEAD')}${changed === '' ? '' : '-dirty'}`;
}
