import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withCoreTable } from '#bench/cost/emulated-core.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { synthesize } from '#infra/synthesize.ts';
import { captureOutput } from '#local/output-capture.ts';
import { countCalls } from './calls.ts';
import { countHour } from './hour.ts';
import { measureTimes } from './times.ts';

/**
 * `node bench/page-views/run.ts [--save]`: how much slower a page is because its views are counted, what a view costs, and how often the
 * counts of a page with a million views in an hour are written. Exits with 3 if a target is missed.
 */
const { save } = parseArgs({ options: { save: { type: 'boolean', default: false } } }).values;

/** Of the median time to the last byte. */
const SLOWER_MS = 5;
const WRITES_AN_HOUR = 300;

const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];

const folder = mkdtempSync(join(tmpdir(), 'workspace-page-views-'));
// The functions of the counted stack run in this process and log their requests.
const output = captureOutput(join(folder, 'functions.log'), () => new Date());
let isMet = false;
try {
  const times = await measureTimes();
  print('Time to the last byte in milliseconds', times);
  const calls = await countCalls();
  print('AWS calls of a view', calls);
  const { templates } = synthesize({ stage: 'dev', bundle: false });
  const hour = await withCoreTable(templates, countHour);
  print('A million views of one page in an hour', hour);
  if (save) {
    const figures = { times, calls, hour };
    const result = { startedAt, commit, machine, loadAverageAfter: describeMachine().loadAverage, figures };
    output.complain(`saved in ${await saveResult('page-views', 'page-views', result)}\n`);
  }
  isMet = times.slowerMs <= SLOWER_MS && hour.writesOfCounts <= WRITES_AN_HOUR && hour.counted === hour.views;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The sockets of the SDK would keep the process running for a while.
process.exit(isMet ? 0 : TARGET_MISSED);

function print(title: string, figures: object): void {
  output.say(`${title}: ${JSON.stringify(figures)}\n`);
}
