import { parseArgs } from 'node:util';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { measureMatching } from './matching.ts';
import { measureSigning } from './signing.ts';

/**
 * `node bench/endpoint-options/run.ts`: the cost of filters and asymmetric signatures of endpoints. Exits with 3 if events without filters
 * became more expensive, or if a filter takes more than a millisecond.
 */
const { save } = parseArgs({ options: { save: { type: 'boolean', default: false } } }).values;

/** The largest ratio of two measurements of the same call. */
const SAME = 1.1;
const MAX_FILTER_MICROSECONDS = 1000;

const startedAt = new Date();
const matching = measureMatching();
const signing = measureSigning();
console.log(JSON.stringify({ matching, signing }, null, 2));
if (save) {
  const result = { startedAt, commit: await readCommit(), machine: describeMachine(), matching, signing };
  console.error(`saved in ${await saveResult('endpoint-options', 'endpoint-options', result)}`);
}
const isMet =
  matching.unfilteredToBefore <= SAME && matching.microsecondsPerUsualFilter <= MAX_FILTER_MICROSECONDS;
process.exit(isMet ? 0 : TARGET_MISSED);
