import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { median } from '#bench/record/median.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { wholeOption } from '#scripts/lib/whole-option.ts';
import { readTree, type PartsCpu } from './process-tree.ts';
import { openLoadTarget } from './send-events.ts';
import { startStackUnderLoad } from './stack-under-load.ts';

/**
 * `node bench/local-stack/run.ts`: the local stack as a load tool. Reports the start, an idle period and a load of events to
 * one endpoint. `--against <checkout>` measures another version in turn. Exits with 3 if a target is missed.
 */
const WARM_UP_EVENTS = 300;
const SETTLE_MS = 5000;
const IDLE_SECONDS = 20;
/** By then the example workspace is filled, and its retries after 10 seconds and a minute are over. */
const EXAMPLE_SETTLE_MS = 100_000;

const LIMITS = { emulatorsMsPerEvent: 0.8, idleCpuSeconds: 0.3, idleMegabytes: 300, readySeconds: 4 };
const MIN_EVENTS_PER_SECOND = 350;

type Figures = Awaited<ReturnType<typeof measure>>;

const { events, rounds, against, save } = readOptions();
const startedAt = new Date();
const machine = describeMachine();
const commit = await readCommit();
const here = fileURLToPath(new URL('../../', import.meta.url));
const versions = { own: here, ...(against === undefined ? {} : { other: resolve(against) }) };
const runs: Record<string, Figures[]> = { own: [], other: [] };
for (let turn = 0; turn < rounds; turn += 1)
  for (const [name, root] of Object.entries(versions)) {
    const figures = await measure(root);
    runs[name]?.push(figures);
    console.log(JSON.stringify({ version: name, ...figures }));
  }

const own = runs['own'] ?? [];
const emulators = own.map(({ cpuMsPerEvent }) => emulatorsOf(cpuMsPerEvent));
const missed = [
  ...above('CPU of the emulators per event', median(emulators), LIMITS.emulatorsMsPerEvent),
  ...above('idle CPU', median(own.map((each) => each.idleCpuSeconds)), LIMITS.idleCpuSeconds),
  ...above('idle memory', median(own.map((each) => each.idleMegabytes)), LIMITS.idleMegabytes),
  ...above(
    'idle CPU with the example',
    median(own.map((each) => each.example.idleCpuSeconds)),
    LIMITS.idleCpuSeconds,
  ),
  ...above(
    'idle memory with the example',
    median(own.map((each) => each.example.idleMegabytes)),
    LIMITS.idleMegabytes,
  ),
  ...above(
    'start with the example',
    median(own.map((each) => each.example.readySeconds)),
    LIMITS.readySeconds,
  ),
  ...above('start', median(own.map((each) => each.readySeconds)), LIMITS.readySeconds),
  ...(median(own.map((each) => each.eventsPerSecond)) < MIN_EVENTS_PER_SECOND ? ['events per second'] : []),
];
if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`);
if (save) {
  const result = { startedAt, commit, machine, loadAverageAfter: describeMachine().loadAverage, events };
  const file = await saveResult('local-stack', 'local-stack', { ...result, runs });
  console.error(`saved in ${file}`);
}
process.exit(missed.length > 0 ? TARGET_MISSED : 0);

async function measure(root: string) {
  const first = await startStackUnderLoad(root, { caches: false, example: true });
  await first.stop();
  // This start compiles again, because the first one kept its compiled code elsewhere.
  await (await startStackUnderLoad(root, { caches: true })).stop();
  const example = await measureExample(root);
  const stack = await startStackUnderLoad(root, { caches: true });
  const target = await openLoadTarget(stack);
  try {
    const idle = await measureIdle(stack, SETTLE_MS);
    await target.send(WARM_UP_EVENTS);
    const before = await readTree(stack.pid);
    const ownBefore = process.cpuUsage();
    const { accepted, delivered, seconds } = await target.send(events);
    // The last deliveries are still recorded and deleted from the queue.
    await wait(2000);
    const { user, system } = process.cpuUsage(ownBefore);
    const after = await readTree(stack.pid);
    const perEvent = perEventOf(before.cpu, after.cpu);
    return {
      firstReadySeconds: round(first.readySeconds),
      firstReadyCpuSeconds: round(first.readyCpuSeconds),
      readySeconds: round(stack.readySeconds),
      readyCpuSeconds: round(stack.readyCpuSeconds),
      ...idle,
      example,
      peakMegabytes: after.megabytes,
      accepted,
      delivered,
      eventsPerSecond: round(delivered / seconds),
      cpuMsPerEvent: perEvent,
      cpuMsPerEventTotal: round((after.total - before.total) / events),
      cpuMsPerEventOfClientsAndReceiver: round((user + system) / 1000 / events),
      loadAverage: machineLoad(),
    };
  } finally {
    target.close();
    await stack.stop();
  }
}

/** The default of `npm start`. */
async function measureExample(root: string) {
  const stack = await startStackUnderLoad(root, { caches: true, example: true });
  try {
    return { readySeconds: round(stack.readySeconds), ...(await measureIdle(stack, EXAMPLE_SETTLE_MS)) };
  } finally {
    await stack.stop();
  }
}

async function measureIdle({ pid }: { readonly pid: number }, settleMs: number) {
  await wait(settleMs);
  const resting = await readTree(pid);
  await wait(IDLE_SECONDS * 1000);
  const rested = await readTree(pid);
  return {
    idleCpuSeconds: round((rested.total - resting.total) / 1000),
    idleMegabytes: rested.megabytes,
    idleResidentMegabytes: rested.rss,
  };
}

function perEventOf(before: PartsCpu, after: PartsCpu): PartsCpu {
  return Object.fromEntries(
    Object.entries(after).map(([part, cpu]) => [part, round((cpu - (before[part] ?? 0)) / events)]),
  );
}

/** The threads of Node.js serve both event loops, in proportion to their own CPU time. */
function emulatorsOf(cpu: PartsCpu): number {
  const { functions = 0, emulators: loop = 0, 'shared threads': shared = 0 } = cpu;
  return loop === 0 ? Number.POSITIVE_INFINITY : loop + (shared * loop) / (loop + functions);
}

function machineLoad(): number | undefined {
  return describeMachine().loadAverage[0];
}

function above(name: string, value: number, limit: number): string[] {
  return value > limit ? [`${name} (${round(value)}, limit ${limit})`] : [];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        events: { type: 'string', default: '5000' },
        rounds: { type: 'string', default: '1' },
        against: { type: 'string' },
        save: { type: 'boolean', default: false },
      },
    });
    return {
      events: wholeOption('events', values.events, 100, 20_000),
      rounds: wholeOption('rounds', values.rounds, 1, 20),
      against: values.against,
      save: values.save,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}
