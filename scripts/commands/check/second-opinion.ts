import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { blueskyServer } from '#scripts/lib/second-opinion/bluesky-server.ts';
import { cfnLint } from '#scripts/lib/second-opinion/cfn-lint.ts';
import { dynamoDbLocal } from '#scripts/lib/second-opinion/dynamodb-local.ts';
import { miniStack } from '#scripts/lib/second-opinion/ministack.ts';
import { MissingToolError, type Opinion } from '#scripts/lib/second-opinion/opinion.ts';
import { type OpinionRecord, saveRecords } from '#scripts/lib/second-opinion/record.ts';
import { resultTable } from '#scripts/lib/second-opinion/result-table.ts';
import { wordPressServer } from '#scripts/lib/second-opinion/wordpress-server.ts';

const OPINIONS: readonly Opinion[] = [cfnLint, dynamoDbLocal, miniStack, blueskyServer, wordPressServer];

const USAGE = `Runs third-party checkers, one after the other, and writes bench/second-opinions/<date>.json.

  npm run check -- second-opinion                          # all: ${OPINIONS.map(({ name }) => name).join(', ')}
  npm run check -- second-opinion --only ${OPINIONS.at(-1)?.name}     # one of them

The exit code is 1 if an opinion failed or could not run.`;

const { help, chosen } = await orUsage(USAGE, 2, readOptions);
if (help) {
  console.log(USAGE);
  process.exit();
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(new Error(`interrupted by ${name}`)));

const startedAt = new Date();
const commit = currentCommit();
const records: Record<string, OpinionRecord> = {};
for (const opinion of chosen) {
  if (interrupted.signal.aborted) break;
  console.error(`${opinion.name}: ${opinion.tools.join(', ')} (at most ${opinion.limitMinutes} minutes)`);
  records[opinion.name] = await ask(opinion);
}
console.log(resultTable(records));
for (const [name, { outcome, summary, details }] of Object.entries(records))
  if (outcome === 'failed') console.error(`\n${name}: ${summary}\n${JSON.stringify(details, null, 2)}`);
if (interrupted.signal.aborted) process.exitCode = 130;
else {
  console.log(`\nWritten to ${await saveRecords(records, startedAt)}`);
  process.exitCode = Object.values(records).every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const named = OPINIONS.filter(({ name }) => values.only === undefined || values.only === name);
  if (named.length === 0) throw new Error(`--only: there is no opinion "${values.only}".`);
  return { help: values.help, chosen: named };
}

async function ask(opinion: Opinion): Promise<OpinionRecord> {
  const limit = AbortSignal.timeout(opinion.limitMinutes * 60_000);
  const from = new Date();
  const verdict = await opinion.run(AbortSignal.any([limit, interrupted.signal])).catch((error: unknown) => {
    const [summary = '', ...log] = (error instanceof Error ? error.message : String(error)).split('\n');
    return {
      outcome: error instanceof MissingToolError ? ('not-run' as const) : ('failed' as const),
      summary: limit.aborted ? `not finished within ${opinion.limitMinutes} minutes` : summary,
      details: log.length === 0 ? {} : { log },
    };
  });
  const seconds = Math.round((Date.now() - from.getTime()) / 100) / 10;
  return { startedAt: from.toISOString(), commit, seconds, tools: opinion.tools, ...verdict };
}

function currentCommit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  }).trim();
}
