import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { synthesize } from '#infra/synthesize.ts';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import { createDemoWorkspaces } from '#local/demo/demo-workspaces.ts';
import { localHosts, type ReadyInfo, startLocalStack } from '#local/local-stack.ts';
import { readSettings } from '#local/settings.ts';
import { readPlatform } from '#local/template/read-platform.ts';

/** A temporary local stack whose services other processes use like the deployed functions use AWS. */
export type ColdStack = {
  readonly ready: ReadyInfo;
  /** The environment of a function from the template, with the local service URLs. */
  environmentOf(operation: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

const FUNCTIONS = fileURLToPath(new URL('../../functions/', import.meta.url));

export async function startColdStack(): Promise<ColdStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-cold-'));
  const { templates } = synthesize({ stage: 'prod', bundle: false });
  const settings = readSettings({ PORT: '0', RECEIVER_PORT: '0', LOCAL_DATA_DIR: dataDir });
  const { ready, stop } = await startLocalStack({
    // Silence the stack's own functions, which only run for the samples.
    settings: {
      ...settings,
      functionOverrides: { ...settings.functionOverrides, POWERTOOLS_LOG_LEVEL: 'SILENT' },
    },
    fresh: false,
    templates: () => templates,
    functionsRoot: FUNCTIONS,
    seed: createDemoWorkspaces,
    log: () => {},
  });
  const services = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')),
  );
  const queues = String(services['AWS_ENDPOINT_URL_SQS']);
  const { functions } = readPlatform(templates, {
    queueUrl: (name) => `${queues}/${LOCAL_AWS.account}/${name}`,
    apiUrl: ready.baseUrl,
  });
  return {
    ready,
    environmentOf(operation) {
      const described = functions.find((each) => each.operation === operation);
      const variables = {
        ...described?.environment,
        ...localHosts(ready.baseUrl, []),
        ...settings.functionOverrides,
      };
      return { ...definedOf(services), ...variables, AWS_LAMBDA_FUNCTION_NAME: operation };
    },
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function definedOf(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
