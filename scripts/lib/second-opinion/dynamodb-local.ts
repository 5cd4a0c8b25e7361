import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#local/free-port.ts';
import { startProcess } from './bounded-process.ts';
import { contractReport, type KnownDifference } from './contract-report.ts';
import { DYNAMODB_LOCAL, installDynamoDbLocal } from './install-dynamodb-local.ts';
import type { Opinion } from './opinion.ts';
import { runContractTests } from './run-contract-tests.ts';
import { untilServing } from './until-serving.ts';

const STUBS = ['Tables are in memory. All credentials and regions see the same tables.'];

/** Where DynamoDB Local differs from DynamoDB. The tests follow the documentation of DynamoDB. */
const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    test: 'ErasureScans on DynamoDB readMinute returns the events of that minute that are about a contact, of these workspaces',
    difference:
      'A query without results consumes 0.5 read units on DynamoDB. DynamoDB Local reports 0, so the sum is too low.',
  },
];

/** Do the stores keep their contracts on AWS's own implementation of DynamoDB's API? */
export const dynamoDbLocal: Opinion = {
  name: 'dynamodb-local',
  tools: [DYNAMODB_LOCAL],
  limitMinutes: 20,
  async run(signal) {
    const library = await installDynamoDbLocal(signal);
    const folder = await mkdtemp(join(tmpdir(), 'workspace-dynamodb-local-'));
    const port = await freePort();
    const launcher = join(import.meta.dirname, 'DynamoDbLocal.java');
    const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
    const server = startProcess({
      command: 'java',
      args: ['-cp', join(library, '*'), launcher, ...options],
      cwd: folder,
      signal,
    });
    try {
      const endpoint = `http://127.0.0.1:${port}`;
      await untilServing(DYNAMODB_LOCAL, server, endpoint, signal);
      const report = contractReport(
        await runContractTests({ env: { DYNAMODB_ENDPOINT: endpoint }, folder, signal }),
        KNOWN_DIFFERENCES,
      );
      const { passed, tests, knownDifferences, failures, outdated } = report;
      const hasPassed = passed > 0 && failures.length === 0 && outdated.length === 0;
      return {
        outcome: hasPassed ? 'passed' : 'failed',
        summary: `${passed} of ${tests} contract tests passed, known differences: ${knownDifferences.length}, failures: ${failures.length}`,
        details: { ...report, stubs: STUBS },
      };
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
