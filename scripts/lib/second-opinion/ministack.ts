import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { runCommand } from './bounded-process.ts';
import { type DeployedPlatform, deployPlatform } from './deploy-platform.ts';
import { MINISTACK, type MiniStack, startMiniStack } from './ministack-server.ts';
import type { Opinion } from './opinion.ts';
import { rollBack } from './roll-back.ts';
import { type SmokeTarget, smokeTest, type Step } from './smoke-test.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const LOOPBACK = '127.0.0.1';
const BOOTSTRAP = join(import.meta.dirname, '../../commands/bootstrap.ts');
const bootstrapSchema = v.object({ apiKey: v.string() });

/** What a passed run does not show, because the emulator does not do it or because the smoke test does not reach it. */
const NOT_SHOWN = [
  'IAM: the emulator runs without authorization',
  'Rollouts by CodeDeploy',
  'Alarms: none is made to fire',
  'Retries that EventBridge Scheduler starts: the smoke test waits for the first retry only, which SQS delays',
  'Throttles of routes, reserved concurrency, fair queues: the smoke test sends few requests',
  'Functions that no step invokes, among them publish-post and erase-workspaces with work to do',
  'Custom domain names, certificates and the CloudFront distribution: dev has none',
];

/** Do the production templates and bundles deploy and work on an emulator of CloudFormation, Lambda and API Gateway? */
export const miniStack: Opinion = {
  name: 'ministack',
  tools: [MINISTACK],
  limitMinutes: 15,
  async run(signal) {
    const folder = await mkdtemp(join(tmpdir(), 'workspace-ministack-'));
    const receiver = await startWebhookReceiver(LOOPBACK);
    let server: MiniStack | undefined;
    const steps: Step[] = [];
    try {
      server = await startMiniStack(folder, signal);
      const platform = await deployPlatform(folder, server, LOOPBACK, signal);
      steps.push({ step: 'cdk deploy --all', observed: `${platform.stacks} stacks` });
      const apiKey = await createWorkspace(platform, server, signal);
      steps.push({ step: 'npm run bootstrap', observed: 'a workspace with its first key' });
      const hosts = { apiHost: hostOf(platform.apiId), pagesHost: hostOf(platform.pagesApiId) };
      const target = { endpoint: server.endpoint, ...hosts, apiKey, receiver, signal };
      const error = await failureOf(target, steps, platform.assembly);
      const { stacks, resources, stubs } = platform;
      const details = { stage: 'dev', stacks, resources, steps, stubs, notShown: NOT_SHOWN };
      if (error === undefined)
        return {
          outcome: 'passed',
          summary: `${stacks} stacks with ${resources} resources deployed, ${steps.length} steps passed`,
          details,
        };
      const log = server.output().split('\n').slice(-40);
      return { outcome: 'failed', summary: error, details: { ...details, log } };
    } finally {
      await server?.stop();
      await receiver.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function failureOf(target: SmokeTarget, steps: Step[], assembly: string): Promise<string | undefined> {
  try {
    await smokeTest(target, steps);
    await rollBack({ ...target, assembly }, steps);
    return undefined;
  } catch (error) {
    target.signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs the command of docs/operations.md. */
async function createWorkspace(
  { coreTable }: DeployedPlatform,
  { clientEnvironment: env }: MiniStack,
  signal: AbortSignal,
): Promise<string> {
  const person = ['--workspace', 'Acme', '--admin', 'Ada Lovelace', '--email', 'ada@example.com'];
  const args = [BOOTSTRAP, '--table', coreTable, ...person];
  const { code, stdout, output } = await runCommand({ command: process.execPath, args, env, signal });
  if (code !== 0) throw new Error(`npm run bootstrap exited with ${code}:\n${output}`);
  return v.parse(bootstrapSchema, JSON.parse(stdout)).apiKey;
}

function hostOf(apiId: string): string {
  return `${apiId}.execute-api.localhost`;
}
