import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { REHEARSALS } from '#scripts/lib/rehearsals/all-rehearsals.ts';
import { createNotes, type Rehearsal, type RehearsedStep } from '#scripts/lib/rehearsals/rehearsal.ts';
import { MissingToolError } from '#scripts/lib/second-opinion/opinion.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';

const FILE = join(import.meta.dirname, '../../../bench/rehearsals.json');
const USAGE = `Performs the procedures of docs/operations.md and docs/restore.md on emulators, and writes bench/rehearsals.json.

  npm run check -- rehearsals                     # all: ${REHEARSALS.map(({ name }) => name).join(', ')}
  npm run check -- rehearsals --only <name>       # one of them; the file is not written

The exit code is 1 if one failed. One whose programs are missing is skipped.`;

const chosen = await orUsage(USAGE, 2, () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const named = REHEARSALS.filter(({ name }) => values.only === undefined || values.only === name);
  if (named.length === 0) throw new Error(`--only: there is no rehearsal "${values.only}".`);
  return named;
});

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(new Error(`interrupted by ${name}`)));

type Result = {
  readonly shows: string;
  readonly outcome: 'passed' | 'failed' | 'not-run';
  readonly seconds: number;
  readonly reason?: string;
  readonly steps: readonly RehearsedStep[];
};

const results: Record<string, Result> = {};
for (const each of chosen) {
  if (interrupted.signal.aborted) break;
  console.log(`${each.name}: ${each.shows} (at most ${each.limitMinutes} minutes)`);
  results[each.name] = await perform(each);
}
for (const [name, { outcome, seconds, reason }] of Object.entries(results))
  console.log(`${name.padEnd(12)} ${outcome} in ${seconds} s${reason === undefined ? '' : `: ${reason}`}`);
if (chosen.length === REHEARSALS.length && !interrupted.signal.aborted)
  await writeFile(FILE, `${JSON.stringify({ startedAt: new Date().toISOString(), ...results }, null, 2)}\n`);
process.exitCode = Object.values(results).some(({ outcome }) => outcome === 'failed') ? 1 : 0;

async function perform({ shows, limitMinutes, run }: Rehearsal): Promise<Result> {
  const from = performance.now();
  const { note, steps } = createNotes(
    () => performance.now(),
    (line) => console.log(line),
  );
  const limit = AbortSignal.timeout(limitMinutes * MINUTE_MS);
  const ended = () => Math.round((performance.now() - from) / 1000);
  try {
    await run(note, AbortSignal.any([limit, interrupted.signal]));
    return { shows, outcome: 'passed', seconds: ended(), steps };
  } catch (error) {
    const reason = limit.aborted ? `not finished within ${limitMinutes} minutes` : String(error);
    const outcome = error instanceof MissingToolError ? 'not-run' : 'failed';
    return { shows, outcome, seconds: ended(), reason, steps };
  }
}
