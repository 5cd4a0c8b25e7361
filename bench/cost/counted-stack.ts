import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#infra/synthesize.ts';
import { createDemoWorkspaces } from '#local/demo/demo-workspaces.ts';
import { type ReadyInfo, startLocalStack } from '#local/local-stack.ts';
import { readSettings } from '#local/settings.ts';
import { readPlatform } from '#local/template/read-platform.ts';
import type { AwsCall } from './aws-call.ts';
import { tapSdk } from './sdk-tap.ts';
import { type FunctionRun, watchFunctions } from './watched-functions.ts';

/** A call and the function that made it; undefined for a call of the benchmark itself. */
export type CountedCall = AwsCall & { readonly by: string | undefined };

/** The calls and invocations since the last reset. */
export type Counted = { readonly calls: readonly CountedCall[]; readonly runs: readonly FunctionRun[] };

export type CountedStack = {
  readonly ready: ReadyInfo;
  /** Returns the calls and invocations so far, and resets the counters. */
  take(): Counted;
  /** Makes a stream consumer return its batches until the result is called, so that it then receives full batches. */
  hold(operation: string): () => void;
  /** Names of both tables. */
  readonly tables: { readonly core: string; readonly deliveries: string };
  /** Runs code and attributes its calls to a function. */
  as<Result>(operation: string, run: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

type Templates = ReturnType<typeof synthesize>['templates'];

/** Concurrent batches of one queue. */
const AT_A_TIME = 1;

/** Starts the local stack in this process with temporary data and counts every AWS call and every invocation. */
export async function startCountedStack(): Promise<CountedStack> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-cost-'));
  const functions = watchFunctions(join(folder, 'functions'));
  const calls: CountedCall[] = [];
  const untap = tapSdk((call) => calls.push({ ...call, by: functions.current() }));
  const templates = withFewAtATime(synthesize({ stage: 'dev', bundle: false }).templates);
  const settings = readSettings({
    PORT: '0',
    RECEIVER_PORT: '0',
    LOCAL_DATA_DIR: join(folder, 'data'),
    // As in the cloud, no container receives all requests.
    LOCAL_CONTAINERS: '2',
    DYNAMODB_ENDPOINT: process.env['DYNAMODB_ENDPOINT'],
    // Pages have no host of their own, so that all requests go to one host.
    LOCAL_HOSTS: 'pages.localhost',
  });
  const stack = await startLocalStack({
    settings: {
      ...settings,
      // The log level of staging and production.
      functionOverrides: { ...settings.functionOverrides, POWERTOOLS_LOG_LEVEL: 'INFO' },
    },
    fresh: false,
    templates: () => templates,
    functionsRoot: functions.root,
    seed: createDemoWorkspaces,
    log: (message) => process.stderr.write(`${message}\n`),
  });
  return {
    ready: stack.ready,
    take: () => ({ calls: calls.splice(0), runs: functions.runs.splice(0) }),
    hold: functions.hold,
    tables: tablesIn(templates),
    as: functions.as,
    async stop() {
      await stack.stop();
      untap();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Limits concurrency, because everything runs in one process: with ten concurrent batches, requests would be so slow that
 * endpoints count as slow (docs/failure-histories.md#hanging-receivers).
 */
function withFewAtATime(templates: Templates): Templates {
  const copied: Templates = JSON.parse(JSON.stringify(templates), (name, value: unknown) =>
    name === 'MaximumConcurrency' ? AT_A_TIME : value,
  );
  return copied;
}

/** The delivery table is the one without a stream. */
function tablesIn(templates: Templates): CountedStack['tables'] {
  const { tables } = readPlatform(templates, { queueUrl: String, apiUrl: '' });
  const core = tables.find(({ streamView }) => streamView !== undefined);
  const deliveries = tables.find(({ streamView }) => streamView === undefined);
  if (!core || !deliveries) throw new Error('The template does not contain both tables');
  return { core: core.name, deliveries: deliveries.name };
}
