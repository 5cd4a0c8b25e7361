import { parseArgs } from 'node:util';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { type DeliveryFigures, runDeliveries } from './delivery-run.ts';
import { runUpdates } from './update-run.ts';

/**
 * `node bench/hot/run.ts`: CPU time of a delivery as a ratio to a minimal delivery, and of the three update operations. Exits
 * with 1 if a delivery takes more than 1.5 times the baseline.
 */
const LIMIT_RATIO = 1.5;
/** A batch for one endpoint, as in a burst for one customer, and one with a different endpoint for each message. */
const ENDPOINTS = [1, 10];

const { rounds, deliveries, calls, save } = readOptions();
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
const delivered = [];
for (const endpoints of ENDPOINTS) {
  const figures = await runDeliveries({ rounds, deliveries, endpoints });
  delivered.push(figures);
  console.log(deliveryLines(figures));
}
const updates = await runUpdates(calls);
for (const { name, cpuMsPerCall, requestsPerSecond, medianMs, p99Ms } of updates)
  console.log(
    `${name}: ${cpuMsPerCall} ms of CPU time per call, ${requestsPerSecond} sequential calls per second, ` +
      `p50 ${medianMs} ms, p99 ${p99Ms} ms with the emulator`,
  );
if (save) {
  const loadAverageAfter = describeMachine().loadAverage;
  const figures = { limit: LIMIT_RATIO, deliveries: delivered, updates };
  const options = { rounds, deliveries, calls };
  const result = { startedAt, commit, machine, loadAverageAfter, options, figures };
  console.error(`saved in ${await saveResult('hot', 'hot', result)}`);
}
process.exit(delivered.some(({ ratio }) => ratio > LIMIT_RATIO) ? 1 : 0);

function deliveryLines(figures: DeliveryFigures): string {
  const { endpoints, ratio, ownCpuMs, floorCpuMs, ownPerSecond, floorPerSecond } = figures;
  return [
    `delivery to ${endpoints} endpoints: ${ratio} × the floor, at most ${LIMIT_RATIO} wanted`,
    `  deliver-webhook ${ownCpuMs.join(', ')} ms of processor time each; ${ownPerSecond} a second`,
    `  floor           ${floorCpuMs.join(', ')} ms; ${floorPerSecond} a second`,
  ].join('\n');
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '9' },
        deliveries: { type: 'string', default: '500' },
        calls: { type: 'string', default: '1000' },
        save: { type: 'boolean', default: false },
      },
    });
    return {
      rounds: whole('rounds', values.rounds, 100),
      deliveries: whole('deliveries', values.deliveries, 10_000),
      calls: whole('calls', values.calls, 100_000),
      save: values.save,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}

function whole(name: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new Error(`--${name}: a whole number from 1 to ${most}`);
}
