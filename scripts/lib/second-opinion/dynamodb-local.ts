import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#local/free-port.ts';
import { runCommand, startProcess } from './bounded-process.ts';
import { contractReport, type KnownDifference } from './contract-report.ts';
import { DYNAMODB_LOCAL, installDynamoDbLocal } from './install-dynamodb-local.ts';
import type { Opinion } from './opinion.ts';
import { untilServing } from './until-serving.ts';
import { withoutAws } from './without-aws.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Queries over many items take seconds on DynamoDB Local. */
const PATIENCE = ['--testTimeout=120000', '--hookTimeout=120000'];
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
        await runContractTests(endpoint, join(folder, 'report.json'), signal),
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

/** Returns Vitest's report. */
async function runContractTests(endpoint: string, file: string, signal: AbortSignal): Promise<unknown> {
  const reporter = ['--reporter=json', `--outputFile=${file}`];
  const { output } = await runCommand({
    command: process.execPath,
    args: [VITEST, 'run', '--project=contract', ...reporter, ...PATIENCE],
    cwd: ROOT,
    env: { ...withoutAws(process.env), DYNAMODB_ENDPOINT: endpoint },
    signal,
  });
  const json = await readFile(file, 'utf8').catch(() => undefined);
  if (json === undefined) throw new Error(`Vitest wrote no report.\n${output.slice(-2000)}`);
  return JSON.parse(json);
}
