import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { broadcastBills } from '#bench/cost/bills/broadcast-bill.ts';
import { consoleHourLines, consoleRequestLines, feedHourLines } from '#bench/cost/bills/console-bill.ts';
import { billEvents, type EventBill } from '#bench/cost/bills/event-bill.ts';
import {
  BUSY_WORKSPACE,
  erasureLines,
  exportLines,
  idleGoal,
  idleLines,
} from '#bench/cost/bills/idle-bill.ts';
import { logBills, logGoal } from '#bench/cost/bills/log-bill.ts';
import { messageBills } from '#bench/cost/bills/message-bill.ts';
import { metricsBills, metricsGoal } from '#bench/cost/bills/metrics-bill.ts';
import { billMonth } from '#bench/cost/bills/minute-bill.ts';
import { notificationBills } from '#bench/cost/bills/notification-bill.ts';
import { ASSUMED, PRICES } from '#bench/cost/bills/price-list.ts';
import {
  computedTable,
  eventTable,
  goalTable,
  monthTable,
  updateTable,
} from '#bench/cost/bills/print-bills.ts';
import { publishingLines } from '#bench/cost/bills/publishing-bill.ts';
import { sendBills } from '#bench/cost/bills/send-bill.ts';
import { billUpdates } from '#bench/cost/bills/update-bill.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { synthesize } from '#infra/synthesize.ts';
import { captureOutput } from '#local/output-capture.ts';
import type { CountedInput, CountedRuns } from './counted-child.ts';
import { readDeliverCost } from './deliver-cost.ts';
import { withCoreTable } from './emulated-core.ts';
import type { EventRunReport } from './event-child.ts';
import type { EventRun, EventRunOptions } from './event-run.ts';
import { goalsOf, isMet, sampleGoals } from './goals.ts';
import { countMessageUnits } from './message-run.ts';
import { runMinute } from './minute-run.ts';
import { runUpdates } from './update-run.ts';

/**
 * `node bench/cost/run.ts`: the cost of the platform's AWS calls, counted in the local stack at list prices. `--quick` makes
 * a tenth of the requests, `--samples` bills only the samples of the catalogue. Exits with 3 if a target is missed.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    samples: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const share = options.quick ? 10 : 1;
const SMALL = [
  { events: 1000, endpoints: 1, contact: false, spread: false },
  { events: 300, endpoints: 5, contact: false, spread: false },
  { events: 100, endpoints: 25, contact: false, spread: false },
  { events: 1000, endpoints: 1, contact: true, spread: false },
  { events: 100, endpoints: 25, contact: true, spread: false },
  { events: 1000, endpoints: 10, contact: true, spread: true },
].map((run) => ({ ...run, samples: false }));
const SAMPLES = [
  { events: 1050, endpoints: 1, contact: true, spread: false },
  { events: 1050, endpoints: 10, contact: true, spread: true },
  { events: 140, endpoints: 25, contact: true, spread: false },
].map((run) => ({ ...run, samples: true }));
const RUNS: readonly EventRunOptions[] = [...(options.samples ? [] : SMALL), ...SAMPLES].map((run) => ({
  ...run,
  events: run.events / share,
}));
const UPDATES = 200 / share;
const COUNTED_REQUESTS = 40 / share;
const ATTEMPTS = 5;

const deliverCost = readDeliverCost();
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
    const bill = billEvents(await undisturbed(run), deliverCost);
    events.push(bill);
    output.say(`${eventTable(bill)}\n`);
  }
  const figures = options.samples ? { goals: sampleGoals(events), events } : await billEverything(events);
  output.say(`${goalTable(figures.goals)}\n`);
  if (options.save) {
    const priced = { prices: PRICES, assumed: ASSUMED, deliverCost };
    const result = { startedAt, commit, machine, ...priced, figures };
    say(`saved in ${await saveResult('cost', options.samples ? 'samples' : 'cost', result)}`);
  }
  process.exitCode = figures.goals.every(isMet) ? 0 : TARGET_MISSED;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The sockets of the SDK would keep the process running for a while.
process.exit();

async function billEverything(events: readonly EventBill[]) {
  const updates = (await runUpdates(UPDATES, say)).map(billUpdates);
  for (const bill of updates) output.say(`${updateTable(bill)}\n`);
  say('a minute without requests');
  const { templates } = synthesize({ stage: 'dev', bundle: false });
  const month = billMonth(await runMinute(), templates);
  output.say(`${monthTable(month)}\n`);
  say('requests of the console');
  const requests = await countAlone('console');
  say('posts and files');
  const published = await countAlone('publishing');
  say('broadcasts');
  const broadcast = await countAlone('broadcast');
  say('messages and conversations');
  const messageUnits = await withCoreTable(templates, countMessageUnits);
  const computed = {
    'One of each request of the console: dollars per million': consoleRequestLines(requests),
    'A thousand hours with the console open: dollars': consoleHourLines(requests),
    'A thousand hours of a program that waits for events: dollars': feedHourLines(requests),
    ...logBills(),
    ...metricsBills(deliverCost.memoryMegabytes),
    ...notificationBills(),
    'Publishing, with everything that a request starts: dollars per million': publishingLines(published),
    ...messageBills(messageUnits),
    ...sendBills(),
    ...broadcastBills(broadcast),
    'Idle dev stage, computed from its templates: dollars per month': idleLines(templates),
    'Export of a busy workspace, computed: dollars': exportLines(BUSY_WORKSPACE),
    'Erasure of a busy workspace, computed: dollars': erasureLines(BUSY_WORKSPACE),
  };
  for (const [title, lines] of Object.entries(computed)) output.say(`${computedTable(title, lines)}\n`);
  const goals = [
    ...goalsOf(events, updates),
    ...sampleGoals(events),
    idleGoal(templates),
    logGoal(),
    metricsGoal(deliverCost.memoryMegabytes),
  ];
  return { goals, events, updates, month, computed };
}

async function undisturbed(run: EventRunOptions): Promise<EventRun> {
  for (let attempt = 1; ; attempt += 1) {
    const report = await runAlone<EventRunReport>(new URL('event-child.ts', import.meta.url), run);
    if ('run' in report) return report.run;
    if (attempt === ATTEMPTS) throw new Error(report.disturbed);
    say(`${report.disturbed}: the machine is busy, once more`);
  }
}

function countAlone<Name extends keyof CountedRuns>(name: Name): Promise<CountedRuns[Name]> {
  return runAlone(new URL('counted-child.ts', import.meta.url), { name, requests: COUNTED_REQUESTS });
}

/** Makes a run in its own process: clients that functions share would call the stopped services of the run before. */
async function runAlone<Report>(file: URL, input: EventRunOptions | CountedInput): Promise<Report> {
  const child = fork(file, { serialization: 'advanced' });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of a run ended without a result');
  });
  child.send(input);
  const [report] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return report;
}
