import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { TARGET_MISSED } from '#bench/record/exit-code.ts';
import { describeMachine, readCommit, saveResult } from '#bench/record/save-result.ts';
import { type BroadcastFigures, figuresSchema } from './broadcast-figures.ts';

/**
 * `node bench/broadcast/run.ts [--recipients 100000] [--save]`: a broadcast to many contacts in one process, which stands for the container
 * of `send-broadcast-messages`. Exits with 3 if a run takes longer than the timeout of the function, if the heap grows with the number of
 * recipients, or if a contact got no message or more than one.
 */
const MAX_SECONDS = 60;
/** Growth of the heap from the first tenth of the recipients to any later one, in bytes. */
const MAX_GROWTH = 10_000_000;

const { values } = parseArgs({
  options: { recipients: { type: 'string', default: '100000' }, save: { type: 'boolean', default: false } },
});
const recipients = Number(values.recipients);
if (!Number.isInteger(recipients) || recipients < 100 || recipients > 1_000_000) {
  console.error('--recipients: a whole number from 100 to 1000000');
  process.exit(2);
}
const startedAt = new Date();
const [commit, machine] = [await readCommit(), describeMachine()];
const figures = await measured();
const [first = 0] = figures.heapAfterTenths;
const grown = Math.max(...figures.heapAfterTenths) - first;
const isWithin =
  figures.longestRunSeconds <= MAX_SECONDS &&
  grown <= MAX_GROWTH &&
  figures.sent === recipients &&
  figures.repeated === 0 &&
  figures.state === 'finished' &&
  figures.counted === recipients;
console.log(JSON.stringify({ ...figures, grown, isWithin }));
console.log(
  [
    `${figures.sent} messages in ${figures.seconds} s, ${figures.repeated} contacts with more than one`,
    `${figures.runs} runs, the longest ${figures.longestRunSeconds} s of at most ${MAX_SECONDS} s`,
    `heap after the first tenth ${megabytes(first)}, at most ${megabytes(grown)} more after the others; peak of the process ${megabytes(figures.peakRss)}`,
    `for each recipient ${figures.callsPerRecipient} calls, ${figures.writeUnitsPerRecipient} write units, ${figures.readUnitsPerRecipient} read units`,
  ].join('\n'),
);
if (values.save) {
  const result = { startedAt, commit, machine, options: { recipients }, figures: { ...figures, grown } };
  console.error(`saved in ${await saveResult('broadcast', 'broadcast', result)}`);
}
process.exit(isWithin ? 0 : TARGET_MISSED);

async function measured(): Promise<BroadcastFigures> {
  const child = fork(new URL('broadcast-child.ts', import.meta.url), { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The measured process ended without figures');
  });
  child.send(recipients);
  const [report] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return v.parse(figuresSchema, report);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
