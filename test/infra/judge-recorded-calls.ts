import { readBothRuns } from '#test/support/fixtures/platform/records/reached-errors.ts';
import type { RecordedCall } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { judge } from './recorded-policies.ts';

/**
 * `npm run test:reached`: fails if a policy denies a call that a function made in either run, and lists the grants that a function
 * used in neither.
 */
try {
  const calls = [...readBothRuns('calls')].map((line): RecordedCall => JSON.parse(line));
  const { denied, unused } = judge(calls);
  for (const call of denied) process.stderr.write(`called, but not granted: ${call}\n`);
  for (const grant of unused) process.stderr.write(`granted, but used by no test: ${grant}\n`);
  process.stdout.write(
    `${calls.length} kinds of AWS calls: ${denied.length} denied, ${unused.length} grants unused\n`,
  );
  process.exitCode = denied.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
