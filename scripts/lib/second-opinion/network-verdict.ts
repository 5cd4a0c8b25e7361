import { contractReport } from './contract-report.ts';
import type { Verdict } from './opinion.ts';
import { runContractTests } from './run-contract-tests.ts';

const FILES = ['publishing-provider', 'removing-provider'];

/**
 * Runs the contract tests of one social network on its real server. `env` gives the tests its address. The tests of the same files on
 * fakes belong to `npm test` and are left out.
 */
export async function networkVerdict(run: {
  readonly network: string;
  readonly env: NodeJS.ProcessEnv;
  /** What was replaced or added so that the tests can run. */
  readonly stubs: readonly string[];
  readonly folder: string;
  readonly signal: AbortSignal;
}): Promise<Verdict> {
  const { network, env, stubs, folder, signal } = run;
  const files = [...FILES, `${network}-provider`, `${network}-answers`].map(
    (name) => `test/contract/publishing/${name}.test.ts`,
  );
  const options = ['-t', `on a real server`];
  const report = contractReport(await runContractTests({ files, options, env, folder, signal }), []);
  const { passed, tests, skipped, failures } = report;
  return {
    outcome: passed > 0 && failures.length === 0 ? 'passed' : 'failed',
    summary: `${passed} of ${tests - skipped} contract tests passed on the real server, failures: ${failures.length}`,
    details: { ...report, stubs },
  };
}
