import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { writeCorpus, writeRecordedFrom } from '#scripts/lib/stored-corpus/corpus-files.ts';
import { recordRelease } from '#scripts/lib/stored-corpus/record-release.ts';

const USAGE = `Records what a release stores and sends, in test/corpus/stored/<release>: items of both tables, messages, stream records, inputs of
schedules, and a data directory of its local stack. Takes some minutes.

  npm run generate -- stored-corpus --release <name> [--checkout <folder>]

The checkout is this one, or one of an earlier commit with its packages installed.`;

const options = await orUsage(USAGE, 2, () => {
  const { values } = parseArgs({ options: { release: { type: 'string' }, checkout: { type: 'string' } } });
  if (!values.release) throw new Error('--release is missing.');
  const checkout = values.checkout ?? process.cwd();
  if (!existsSync(join(checkout, 'local/start.ts'))) throw new Error(`${checkout} is no checkout.`);
  return { release: values.release, checkout };
});

const work = await mkdtemp(join(tmpdir(), 'stored-corpus-'));
try {
  const corpus = await recordRelease({ ...options, work, print: (line) => console.log(line) });
  writeCorpus(options.release, corpus);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
    cwd: options.checkout,
    encoding: 'utf8',
  }).trim();
  writeRecordedFrom(options.release, { recordedAt: new Date().toISOString(), commit });
  for (const [part, entries] of Object.entries(corpus)) console.log(`${part}: ${entries.length}`);
} finally {
  await rm(work, { recursive: true, force: true, maxRetries: 10 });
}
