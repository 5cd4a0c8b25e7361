import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Finished, runCommand } from './bounded-process.ts';
import { ACCOUNT, type MiniStack, REGION } from './ministack-server.ts';
import { prepareTemplate, type Stub } from './prepare-template.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CDK = join(ROOT, 'node_modules/aws-cdk/bin/cdk');
const TEMPLATE = '.template.json';

const outputsSchema = v.record(v.string(), v.record(v.string(), v.string()));

export type DeployedPlatform = {
  readonly stacks: number;
  readonly resources: number;
  readonly stubs: readonly (Stub & { readonly stack: string })[];
  readonly apiId: string;
  readonly pagesApiId: string;
  readonly coreTable: string;
  /** The cloud assembly as deployed. */
  readonly assembly: string;
};

/** Synthesizes the stage `dev`, changes what the emulator cannot do, and deploys the rest with the CDK CLI. */
export async function deployPlatform(
  folder: string,
  { clientEnvironment: env }: Pick<MiniStack, 'clientEnvironment'>,
  allowedHost: string,
  signal: AbortSignal,
): Promise<DeployedPlatform> {
  const assembly = join(folder, 'assembly');
  const outputs = join(folder, 'outputs.json');
  const cdk = (...args: string[]): Promise<Finished> =>
    runCommand({ command: process.execPath, args: [CDK, ...args], cwd: ROOT, env, signal });

  check('cdk synth', await cdk('synth', '--quiet', '--context', 'stage=dev', '--output', assembly));
  const prepared = await prepareAssembly(assembly, allowedHost);
  check('cdk bootstrap', await cdk('bootstrap', `aws://${ACCOUNT}/${REGION}`));
  const deploy = [
    'deploy',
    '--app',
    assembly,
    '--all',
    '--require-approval',
    'never',
    '--outputs-file',
    outputs,
  ];
  check('cdk deploy', await cdk(...deploy));

  const values = v.parse(outputsSchema, JSON.parse(await readFile(outputs, 'utf8')));
  return {
    ...prepared,
    assembly,
    apiId: required(values, 'workspace-dev-api', 'ApiId'),
    pagesApiId: required(values, 'workspace-dev-api', 'PagesApiId'),
    coreTable: required(values, 'workspace-dev-data', 'CoreTableName'),
  };
}

/** The CLI uploads each template under the hash in the manifest, which it does not compare with the content. */
async function prepareAssembly(assembly: string, allowedHost: string) {
  const files = (await readdir(assembly)).filter((file) => file.endsWith(TEMPLATE));
  const stubs: (Stub & { stack: string })[] = [];
  let resources = 0;
  for (const file of files) {
    const json: unknown = JSON.parse(await readFile(join(assembly, file), 'utf8'));
    const prepared = prepareTemplate(json, allowedHost);
    await writeFile(join(assembly, file), JSON.stringify(prepared.template));
    resources += prepared.resources;
    stubs.push(...prepared.stubs.map((stub) => ({ stack: file.slice(0, -TEMPLATE.length), ...stub })));
  }
  return { stacks: files.length, resources, stubs };
}

function check(name: string, { code, output }: Finished): void {
  if (code === 0) return;
  const lastLine = output.trimEnd().split('\n').at(-1) ?? '';
  throw new Error(`${name} exited with ${code}: ${lastLine}\n${output.slice(-4000)}`);
}

function required(outputs: v.InferOutput<typeof outputsSchema>, stack: string, name: string): string {
  const value = outputs[stack]?.[name];
  if (value === undefined) throw new Error(`The stack ${stack} has no output ${name}.`);
  return value;
}
