import { parseArgs } from 'node:util';
import { orUsage } from '#scripts/lib/command-failure.ts';
import { readOpenApi } from '#scripts/lib/conformance/open-api.ts';
import { createPlanner } from '#scripts/lib/fuzz/any-request.ts';
import { createRound } from '#scripts/lib/fuzz/round.ts';
import { createTally } from '#scripts/lib/fuzz/tally.ts';
import { prepareTarget, requireFooting } from '#scripts/lib/fuzz/target.ts';
import { createWire } from '#scripts/lib/fuzz/wire.ts';
import { type ChangeStream, openChangeStream } from '#scripts/lib/stack/change-stream.ts';
import { startThrowAwayStack } from '#scripts/lib/stack/throw-away-stack.ts';
import { wholeOption } from '#scripts/lib/whole-option.ts';

const USAGE = `Sends unusual requests to every operation of local stacks, and reports what no client may see.

  npm run fuzz -- [--requests 2000] [--seed <number>] [--per-stack 10000] [--stacks 2]

A workspace has limits, so each stack gets at most --per-stack requests. --stacks run at the same time. docs/fuzzing.md describes the rules.`;

const { requests, seed, perStack, lanes } = await orUsage(USAGE, 2, readOptions);

const BATCH = 250;

// Short delays, so that deliveries end while the run is still observing.
process.env['RETRY_DELAYS'] ??= '1,1,1,1,1';

const document = readOpenApi();
const tally = createTally();
const started = Date.now();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

// An interrupted run still prints its figures and stops its stacks.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isInterrupted = true));

let claimed = 0;
let done = 0;

console.log(`${requests} requests from seed ${seed}`);
try {
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, runLane));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
} finally {
  for (const [group, { what, curl, times }] of tally.faults())
    console.log(`\n${times} × ${group}\n${what}\n${curl}`);
  console.log(JSON.stringify({ seed, seconds: seconds(), ...tally.summary(operations) }, null, 2));
}
process.exitCode = tally.faults().length === 0 ? 0 : 1;

/** Runs one stack after another until all requests are sent. */
async function runLane(): Promise<void> {
  while (claimed < requests && !isInterrupted) {
    const first = claimed;
    claimed = Math.min(requests, first + perStack);
    await runStack(first, claimed);
  }
}

async function runStack(first: number, end: number): Promise<void> {
  const { running, stop } = await startThrowAwayStack();
  console.log(`Stack started at ${running.baseUrl}`);
  const wire = createWire(running.baseUrl);
  let changes: ChangeStream | undefined;
  try {
    const target = await prepareTarget(running);
    changes = await openChangeStream(running);
    const plan = createPlanner(document, target.receiverUrl);
    const round = createRound(document, target, { wire, changes }, tally);
    for (let at = first; at < end && !isInterrupted; at += BATCH) {
      for (const planned of plan(Math.min(BATCH, end - at), seed + at)) {
        if (isInterrupted) return;
        await round.run(planned);
        done += 1;
      }
      await requireFooting(target);
      console.log(`${done} requests, ${tally.faults().length} kinds of errors, ${seconds()} s`);
    }
  } finally {
    wire.close();
    changes?.close();
    await stop();
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      /** Requests per stack, because a workspace has limits; then the next stack starts empty. */
      'per-stack': { type: 'string', default: '10000' },
      /** Stacks that run in parallel. Each gets one request at a time, so that every change can be attributed. */
      stacks: { type: 'string', default: '2' },
    },
  });
  const count = wholeOption('requests', values.requests, 1, 10_000_000);
  const parallel = wholeOption('stacks', values.stacks, 1, 16);
  const most = wholeOption('per-stack', values['per-stack'], 1, 10_000_000);
  return {
    requests: count,
    seed: wholeOption('seed', values.seed, 0, 2 ** 31 - 1),
    perStack: Math.min(most, Math.ceil(count / parallel)),
    lanes: parallel,
  };
}

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}
