import { parseArgs } from 'node:util';
import { chance } from '#bench/load/seeded.ts';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { simulate, type Traffic } from './simulate.ts';
import { timeHpke } from './timing.ts';

/**
 * `node bench/secret-keys/run.ts`: calls of KMS for signing secrets, and the time of one encryption. Exits with 3 if KMS costs 0.05 dollars
 * per million deliveries or more at 1,000 a second over 10,000 endpoints in 10,000 workspaces.
 */
const { save } = parseArgs({ options: { save: { type: 'boolean', default: false } } }).values;

const GOAL: Traffic = { deliveriesPerSecond: 1000, endpoints: 10_000 };
const LIMIT_DOLLARS = 0.05;
const TRAFFIC: readonly Traffic[] = [
  { deliveriesPerSecond: 10, endpoints: 1000 },
  { deliveriesPerSecond: 1000, endpoints: 1000 },
  GOAL,
  { deliveriesPerSecond: 10_000, endpoints: 100_000 },
];

const startedAt = new Date();
let drawn = 0;
/** The same numbers in every run. */
const random = (): number => chance(1, (drawn += 1));
const hpke = timeHpke();
const figures = [];
for (const traffic of TRAFFIC) {
  const figure = await simulate(traffic, random);
  figures.push(figure);
  console.log(JSON.stringify(figure));
}
console.log(JSON.stringify(hpke));
if (save) {
  const result = { startedAt, commit: await readCommit(), machine: describeMachine(), hpke, figures };
  console.error(`saved in ${await saveResult('secret-keys', 'secret-keys', result)}`);
}
const goal = figures.find(({ endpoints }) => endpoints === GOAL.endpoints);
process.exit(goal && goal.dollarsPerMillion < LIMIT_DOLLARS ? 0 : TARGET_MISSED);
