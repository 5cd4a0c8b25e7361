import * as v from 'valibot';

export type ReleaseTools = {
  /** Runs the CDK CLI with arguments. Rejects if it fails. */
  readonly cdk: (args: readonly string[]) => Promise<void>;
  /** Runs `aws` with arguments and returns its standard output. Rejects with the message of the CLI. */
  readonly aws: (args: readonly string[]) => Promise<string>;
  /** Reads a JSON file of the assembly. */
  readonly readFile: (name: string) => unknown;
};

/** What the reviewer of a release was shown: the change sets, and the exact objects in S3 that they deploy. */
const shownRelease = v.object({
  /** Stacks with changes, in the order of their deployment. */
  stacks: v.array(
    v.object({
      stack: v.string(),
      changeSetId: v.string(),
      objects: v.array(v.object({ bucket: v.string(), key: v.string(), versionId: v.string() })),
    }),
  ),
});

export type ShownRelease = v.InferOutput<typeof shownRelease>;

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
  ChangeSetId: v.string(),
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

const assetManifest = v.object({
  files: v.record(
    v.string(),
    v.object({
      destinations: v.record(v.string(), v.object({ bucketName: v.string(), objectKey: v.string() })),
    }),
  ),
});
const objectHead = v.object({ VersionId: v.string() });

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

/**
 * The changes of a release as a Markdown table, and what they deploy. Replaced resources are in bold, because a replacement can lose
 * data.
 */
export async function showRelease(
  release: Release,
  tools: Omit<ReleaseTools, 'cdk'>,
): Promise<{ readonly table: string; readonly shown: ShownRelease }> {
  const rows = [
    `### ${release.changeSet}`,
    '',
    '| Stack | Action | Replacement | Resource | Type |',
    '|---|---|---|---|---|',
  ];
  const stacks: ShownRelease['stacks'] = [];
  for (const stack of release.stacks) {
    const found = await readChangeSet(release, stack, release.changeSet, tools);
    if (found === undefined || isUnchanged(found)) continue;
    requireExecutable(release, stack, found);
    for (const { ResourceChange: change } of found.Changes) {
      const { Action, Replacement, LogicalResourceId, ResourceType } = change;
      const replacement = Replacement === 'True' ? '**True**' : Replacement;
      rows.push(`| ${stack} | ${Action} | ${replacement} | ${LogicalResourceId} | ${ResourceType} |`);
    }
    const objects = await objectsOf(release, stack, tools);
    stacks.push({ stack, changeSetId: found.ChangeSetId, objects });
  }
  return { table: rows.join('\n'), shown: { stacks } };
}

/**
 * Executes the change sets that were shown, one stack after the other, and returns the names of the updated stacks. A stack that an
 * earlier run has updated is skipped. Throws if a change set or an object was replaced since it was shown.
 */
export async function executeRelease(
  release: Release,
  shown: unknown,
  tools: ReleaseTools,
): Promise<readonly string[]> {
  const executed: string[] = [];
  for (const { stack, changeSetId, objects } of v.parse(shownRelease, shown).stacks) {
    const found = await readChangeSet(release, stack, changeSetId, tools);
    if (found?.ExecutionStatus === 'EXECUTE_COMPLETE') continue;
    if (found === undefined)
      throw new Error(`The change set of ${stack} that was shown does not exist. Prepare the release again.`);
    requireExecutable(release, stack, found);
    // CloudFormation reads the objects only now, and the preparation may still be able to write them.
    for (const { bucket, key, versionId } of objects)
      if ((await versionOf(release, bucket, key, tools)) !== versionId)
        throw new Error(
          `The object ${key} of ${stack} was replaced since it was shown. Prepare the release again.`,
        );
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

/** A change set by its name or its id; undefined if it does not exist. */
async function readChangeSet(
  { region }: Release,
  stack: string,
  name: string,
  { aws }: Pick<ReleaseTools, 'aws'>,
): Promise<ChangeSet | undefined> {
  const command = ['cloudformation', 'describe-change-set', '--stack-name', stack, '--change-set-name', name];
  try {
    return v.parse(changeSet, JSON.parse(await aws([...command, '--region', region, '--output', 'json'])));
  } catch (error) {
    if (MISSING.test(String(error))) return undefined;
    throw error;
  }
}

function isUnchanged({ Status, StatusReason }: ChangeSet): boolean {
  return Status === 'FAILED' && UNCHANGED.test(StatusReason ?? '');
}

function requireExecutable(release: Release, stack: string, found: ChangeSet): void {
  if (found.Status === 'CREATE_COMPLETE' && found.ExecutionStatus === 'AVAILABLE') return;
  throw new Error(
    `The change set ${release.changeSet} of ${stack} is ${found.Status}, ${found.ExecutionStatus ?? 'not executable'}: ${found.StatusReason ?? 'it may be outdated'}. Prepare the release again.`,
  );
}

/** Code and other files of a stack, as they are in S3. */
async function objectsOf(
  release: Release,
  stack: string,
  tools: Pick<ReleaseTools, 'aws' | 'readFile'>,
): Promise<ShownRelease['stacks'][number]['objects']> {
  const { files } = v.parse(assetManifest, tools.readFile(`${stack}.assets.json`));
  const places = Object.values(files).flatMap(({ destinations }) => Object.values(destinations));
  return Promise.all(
    places.map(async ({ bucketName: bucket, objectKey: key }) => ({
      bucket,
      key,
      versionId: await versionOf(release, bucket, key, tools),
    })),
  );
}

/** Each write of an object creates a version with an id of its own. The bucket of the bootstrap is versioned. */
async function versionOf(
  { region }: Release,
  bucket: string,
  key: string,
  { aws }: Pick<ReleaseTools, 'aws'>,
): Promise<string> {
  const command = ['s3api', 'head-object', '--bucket', bucket, '--key', key];
  return v.parse(objectHead, JSON.parse(await aws([...command, '--region', region, '--output', 'json'])))
    .VersionId;
}
