import * as v from 'valibot';

export type ReleaseTools = {
  /** Runs the CDK CLI with arguments. Rejects if it fails. */
  readonly cdk: (args: readonly string[]) => Promise<void>;
  /** Runs `aws` with arguments and returns its standard output. Rejects with the message of the CLI. */
  readonly aws: (args: readonly string[]) => Promise<string>;
};

export type Release = {
  /** Folder of the cloud assembly whose change sets were prepared. */
  readonly assembly: string;
  readonly changeSet: string;
  /** In the order of their deployment. */
  readonly stacks: readonly string[];
  readonly region: string;
};

const manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      environment: v.optional(v.string()),
      dependencies: v.optional(v.array(v.string()), []),
    }),
  ),
});

const changeSet = v.object({
  Status: v.string(),
  ExecutionStatus: v.optional(v.string()),
  StatusReason: v.optional(v.nullable(v.string())),
  Changes: v.optional(
    v.array(
      v.object({
        ResourceChange: v.object({
          Action: v.string(),
          Replacement: v.optional(v.string(), '-'),
          LogicalResourceId: v.string(),
          ResourceType: v.string(),
        }),
      }),
    ),
    [],
  ),
});

type ChangeSet = v.InferOutput<typeof changeSet>;

const MISSING = /ChangeSetNotFound|does not exist/u;
const UNCHANGED = /didn't contain changes|No updates are to be performed/u;

/** Names of an assembly's stacks, each after the stacks that it depends on, and their region. */
export function stacksIn(text: unknown): { readonly stacks: readonly string[]; readonly region: string } {
  const { artifacts } = v.parse(manifest, text);
  const ordered = new Set<string>();
  const add = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact?.type !== 'aws:cloudformation:stack' || ordered.has(id)) return;
    for (const dependency of artifact.dependencies) add(dependency);
    ordered.add(id);
  };
  for (const id of Object.keys(artifacts)) add(id);
  const stacks = [...ordered];
  const region = artifacts[stacks[0] ?? '']?.environment?.split('/').at(-1);
  if (region === undefined || region === 'unknown-region')
    throw new Error('The assembly has no stack with a region: set `env` of the stage in infra/config.ts.');
  return { stacks, region };
}

/** The changes of a release as a Markdown table. Replaced resources are in bold, because a replacement can lose data. */
export async function showRelease(release: Release, tools: Pick<ReleaseTools, 'aws'>): Promise<string> {
  const rows = [
    `### ${release.changeSet}`,
    '',
    '| Stack | Action | Replacement | Resource | Type |',
    '|---|---|---|---|---|',
  ];
  for (const stack of release.stacks) {
    const found = await readChangeSet(release, stack, tools);
    for (const { ResourceChange: change } of found?.Changes ?? []) {
      const { Action, Replacement, LogicalResourceId, ResourceType } = change;
      const replacement = Replacement === 'True' ? '**True**' : Replacement;
      rows.push(`| ${stack} | ${Action} | ${replacement} | ${LogicalResourceId} | ${ResourceType} |`);
    }
  }
  return rows.join('\n');
}

/** Executes the prepared change sets, one stack after the other, and returns the names of the updated stacks. */
export async function executeRelease(release: Release, tools: ReleaseTools): Promise<readonly string[]> {
  const executed: string[] = [];
  for (const stack of release.stacks) {
    const found = await readChangeSet(release, stack, tools);
    if (found === undefined) continue;
    await tools.cdk([
      'deploy',
      stack,
      '--app',
      release.assembly,
      '--require-approval',
      'never',
      '--method=execute-change-set',
      '--change-set-name',
      release.changeSet,
      '--exclusively',
    ]);
    executed.push(stack);
  }
  return executed;
}

/** The prepared change set of a stack; undefined for a stack without changes. Throws if it cannot be executed. */
async function readChangeSet(
  release: Release,
  stack: string,
  { aws }: Pick<ReleaseTools, 'aws'>,
): Promise<ChangeSet | undefined> {
  const names = ['--stack-name', stack, '--change-set-name', release.changeSet];
  let text: string;
  try {
    text = await aws([
      'cloudformation',
      'describe-change-set',
      ...names,
      '--region',
      release.region,
      '--output',
      'json',
    ]);
  } catch (error) {
    if (MISSING.test(String(error))) return undefined;
    throw error;
  }
  const found = v.parse(changeSet, JSON.parse(text));
  if (found.Status === 'FAILED' && UNCHANGED.test(found.StatusReason ?? '')) return undefined;
  if (found.Status !== 'CREATE_COMPLETE' || found.ExecutionStatus !== 'AVAILABLE')
    throw new Error(
      `The change set ${release.changeSet} of ${stack} is ${found.Status}, ${found.ExecutionStatus ?? 'not executable'}: ${found.StatusReason ?? 'it may be outdated'}. Prepare the release again.`,
    );
  return found;
}
