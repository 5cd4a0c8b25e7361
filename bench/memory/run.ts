import { parseArgs } from 'node:util';
import { deliverMemoryMegabytes } from '#bench/cost/deliver-cost.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { measureMemory } from './measure.ts';

/**
 * `node bench/memory/run.ts [--deliveries 50] [--save]`: the memory of `deliver-webhook` while every receiver responds with a
 * body of 1 GB. Exits with 3 if it grows by more than 50 MB, needs more than three quarters of the memory in the template, or a message
 * failed, and with 2 for an invalid option.
 */
const LIMIT_BYTES = 50_000_000;
/** The rest is for what this machine does not have: the runtime of Lambda and TLS. */
const MAX_MEMORY_SHARE = 0.75;

const { deliveries, save } = readOptions();
if (process.platform !== 'linux') {
  console.error('This benchmark reads the peak memory of a process from /proc, which exists only on Linux.');
  process.exit(2);
}
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
const figures = await measureMemory(deliveries);
const grown = figures.peak - figures.idle;
const most = deliverMemoryMegabytes() * 2 ** 20 * MAX_MEMORY_SHARE;
const isWithin =
  figures.peak <= most && grown <= LIMIT_BYTES && figures.failures === 0 && figures.requests === deliveries;
console.log(JSON.stringify({ ...figures, grown, limit: LIMIT_BYTES, most, isWithin }));
console.log(
  [
    `idle ${megabytes(figures.idle)}, peak ${megabytes(figures.peak)} of at most ${megabytes(most)}, afterwards ${megabytes(figures.after)}`,
    `${megabytes(grown)} over idle; the limit is ${megabytes(LIMIT_BYTES)}`,
    `${figures.requests} requests for ${deliveries} deliveries, ${figures.failures} messages given back`,
    `${megabytes(figures.writtenPerRequest)} of 1 GB written for each request`,
  ].join('\n'),
);
if (save) {
  const options = { deliveries };
  const result = {
    startedAt,
    commit,
    machine,
    options,
    figures: { ...figures, grown, limit: LIMIT_BYTES, most },
  };
  console.error(`saved in ${await saveResult('memory', 'memory', result)}`);
}
process.exit(isWithin ? 0 : TARGET_MISSED);

function readOptions(): { deliveries: number; save: boolean } {
  try {
    const { values } = parseArgs({
      options: { deliveries: { type: 'string', default: '50' }, save: { type: 'boolean', default: false } },
    });
    const count = Number(values.deliveries);
    if (!Number.isInteger(count) || count < 1 || count > 1000)
      throw new Error('--deliveries: a whole number from 1 to 1000');
    return { deliveries: count, save: values.save };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(2);
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
