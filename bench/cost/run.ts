import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { synthesize } from '#infra/synthesize.ts';
import { captureOutput } from '#local/output-capture.ts';
import { billEvents } from './event-bill.ts';
import { DisturbedRunError, type EventRun, type EventRunOptions, runEvents } from './event-run.ts';
import { goalsOf, isMet } from './goals.ts';
import { BUSY_WORKSPACE, erasureLines, exportLines, idleGoal, idleLines } from './idle-bill.ts';
import { billMonth } from './minute-bill.ts';
import { runMinute } from './minute-run.ts';
import { ASSUMED, PRICES } from './price-list.ts';
import { computedTable, eventTable, goalTable, monthTable, updateTable } from './print-bills.ts';
import { billUpdates } from './update-bill.ts';
import { runUpdates } from './update-run.ts';

/**
 * `node bench/cost/run.ts`: the cost of the platform's AWS calls, counted in the local stack at list prices. `--quick` makes
 * a tenth of the requests. Exits with 1 if a target is missed.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, save: { type: 'boolean', default: false } },
});
const share = options.quick ? 10 : 1;
const RUNS: readonly EventRunOptions[] = [
  { events: 1000, endpoints: 1, contact: false, spread: false },
  { events: 300, endpoints: 5, contact: false, spread: false },
  { events: 100, endpoints: 25, contact: false, spread: false },
  { events: 1000, endpoints: 1, contact: true, spread: false },
  { events: 100, endpoints: 25, contact: true, spread: false },
  { events: 1000, endpoints: 10, contact: true, spread: true },
].map((run) => ({ ...run, events: run.events / share }));
const UPDATES = 200 / share;
const ATTEMPTS = 5;

const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
const folder = mkdtempSync(join(tmpdir(), 'workspace-cost-log-'));
const logFile = join(folder, 'functions.log');
const output = captureOutput(logFile, () => new Date());
const say = (line: string): void => output.complain(`${line}\n`);

try {
  const events = [];
  for (const run of RUNS) {
    say(`${run.events} events, ${run.endpoints} endpoints`);
    const bill = billEvents(await undisturbed(run));
    events.push(bill);
    output.say(`${eventTable(bill)}\n`);
  }
  const updates = (await runUpdates(UPDATES, say)).map(billUpdates);
  for (const bill of updates) output.say(`${updateTable(bill)}\n`);
  say('a minute without requests');
  const { templates } = synthesize({ stage: 'dev', bundle: false });
  const month = billMonth(await runMinute(), templates);
  output.say(`${monthTable(month)}\n`);
  const computed = {
    'Idle dev stage, computed from its templates: dollars per month': idleLines(templates),
    'Export of a busy workspace, computed: dollars': exportLines(BUSY_WORKSPACE),
    'Erasure of a busy workspace, computed: dollars': erasureLines(BUSY_WORKSPACE),
  };
  for (const [title, lines] of Object.entries(computed)) output.say(`${computedTable(title, lines)}\n`);
  const goals = [...goalsOf(events, updates), idleGoal(templates)];
  output.say(`${goalTable(goals)}\n`);
  if (options.save) {
    const figures = { goals, events, updates, month, computed };
    const priced = { prices: PRICES, assumed: ASSUMED };
    say(`saved in ${await saveResult('cost', 'cost', { startedAt, commit, machine, ...priced, figures })}`);
  }
  process.exitCode = goals.every(isMet) ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The sockets of the SDK would keep the process running for a while.
process.exit();

async function undisturbed(run: EventRunOptions): Promise<EventRun> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runEvents(run, () => statSync(logFile).size);
    } catch (error) {
      if (!(error instanceof DisturbedRunError) || attempt === ATTEMPTS) throw error;
      say(`${error.message}: the machine is busy, once more`);
    }
  }
}
