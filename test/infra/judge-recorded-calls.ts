import { errorsOf, judge } from '#test/infra/policies/recorded-policies.ts';
import { readBothRuns } from '#test/support/fixtures/platform/records/reached-errors.ts';
import type { RecordedCall } from '#test/support/fixtures/platform/records/recorded-calls.ts';

/** `npm run check -- reached`: fails if a policy denies a call that a function made in either run, or if a grant was used in neither. */
try {
  const calls = [...readBothRuns('calls')].map((line): RecordedCall => JSON.parse(line));
  const judgement = judge(calls);
  const errors = errorsOf(judgement);
  for (const error of errors) process.stderr.write(`${error}\n`);
  const { denied, unused } = judgement;
  process.stdout.write(
    `${calls.length} kinds of AWS calls: ${denied.length} denied, ${unused.length} grants unused\n`,
  );
  process.exitCode = errors.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
