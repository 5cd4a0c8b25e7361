import * as v from 'valibot';

/** The parts of Vitest's JSON report that are read here. */
const reportSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.optional(v.string(), ''),
      status: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
});

/** A test that fails on DynamoDB Local because it differs from DynamoDB, with the difference. */
export type KnownDifference = { readonly test: string; readonly difference: string };

export type ContractReport = {
  readonly tests: number;
  readonly passed: number;
  readonly skipped: number;
  /** Known differences that this run confirmed. */
  readonly knownDifferences: readonly KnownDifference[];
  /** Known differences whose test passed or does not exist any more: the list is outdated. */
  readonly outdated: readonly string[];
  readonly failures: readonly { readonly test: string; readonly error: string }[];
};

/** Separates the failures of a test run into those that are known differences and those that are not. */
export function contractReport(json: unknown, known: readonly KnownDifference[]): ContractReport {
  const files = v.parse(reportSchema, json).testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses: string[]): number =>
    tests.filter(({ status }) => statuses.includes(status)).length;
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ test: fullName, error: firstLine(failureMessages?.[0]) }));
  // A file that cannot be loaded fails without any test.
  const broken = files
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => ({ test: name, error: firstLine(message) }));
  const isKnown = (test: string): boolean => known.some((entry) => entry.test === test);
  const failedNames = new Set(failed.map(({ test }) => test));
  return {
    tests: tests.length,
    passed: count('passed'),
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
    knownDifferences: known.filter(({ test }) => failedNames.has(test)),
    outdated: known.filter(({ test }) => !failedNames.has(test)).map(({ test }) => test),
    failures: [...broken, ...failed.filter(({ test }) => !isKnown(test))],
  };
}

function firstLine(message = 'no message'): string {
  return message.split('\n')[0] ?? '';
}
