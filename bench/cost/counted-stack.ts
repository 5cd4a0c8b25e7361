import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '#infra/synthesize.ts';
import { createDemoWorkspaces } from '#local/demo-workspaces.ts';
import { type ReadyInfo, startLocalStack } from '#local/local-stack.ts';
import { readSettings } from '#local/settings.ts';
import { readPlatform } from '#local/template/read-platform.ts';
import type { AwsCall } from './aws-call.ts';
import { tapSdk } from './sdk-tap.ts';
import { type FunctionRun, watchFunctions } from './watched-functions.ts';

/** A call and the function that made it; undefined for what AWS's own pollers do in the cloud. */
export type CountedCall = AwsCall & { readonly by: string | undefined };

/** What happened since the last look. */
export type Counted = { readonly calls: readonly CountedCall[]; readonly runs: readonly FunctionRun[] };

export type CountedStack = {
  readonly ready: ReadyInfo;
  /** Forgets what happened until now. */
  take(): Counted;
  /** Gives back what the stream brings to a function, so that it comes in full batches once that is over. */
  hold(operation: string): () => void;
  /** Names of both tables. */
  readonly tables: { readonly core: string; readonly deliveries: string };
  /** Does something in the name of a function. */
  as<Result>(operation: string, run: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

type Templates = ReturnType<typeof synthesize>['templates'];

/** Batches of one queue. */
const AT_A_TIME = 1;

/** The local stack of this process on throw-away data, with every AWS call and every run of a function counted. */
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
    DYNAMODB_ENDPOINT: process.env['DYNAMODB_ENDPOINT'],
  });
  const stack = await startLocalStack({
    settings: {
      ...settings,
      // What staging and production log.
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

/** Everything runs in one process here: were ten batches to share it, their requests would count as slow (H27). */
function withFewAtATime(templates: Templates): Templates {
  const copied: Templates = JSON.parse(JSON.stringify(templates), (name, value: unknown) =>
    name === 'MaximumConcurrency' ? AT_A_TIME : value,
  );
  return copied;
}

/** The deliveries' table is the one without a stream. */
function tablesIn(templates: Templates): CountedStack['tables'] {
  const { tables } = readPlatform(templates, { queueUrl: String, apiUrl: '' });
  const core = tables.find(({ streamView }) => streamView !== undefined);
  const deliveries = tables.find(({ streamView }) => streamView === undefined);
  if (!core || !deliveries) throw new Error('The template names no two tables');
  return { core: core.name, deliveries: deliveries.name };
}
