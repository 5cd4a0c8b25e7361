import type { PreviewStage } from '#infra/config.ts';

export type PreviewRemoval = {
  /** Runs the CDK CLI with arguments. Rejects if it fails. */
  readonly cdk: (args: readonly string[]) => Promise<void>;
  /** Runs `aws` with arguments and returns its standard output. Rejects with the message of the CLI. */
  readonly aws: (args: readonly string[]) => Promise<string>;
};

/**
 * Deletes every stack of a preview and the log groups that remain. Returns the names of those log groups. Stacks that only another
 * commit has are not in the app, so the function throws if stacks remain.
 */
export async function removeStage(
  stage: PreviewStage,
  { cdk, aws }: PreviewRemoval,
): Promise<readonly string[]> {
  await cdk(['destroy', '--all', '--force', '--context', `stage=${stage}`]);

  // The hyphen separates pr-12 from pr-123.
  const prefix = `workspace-${stage}-`;
  const stacks = await list(aws, [
    'cloudformation',
    'describe-stacks',
    '--query',
    `Stacks[?starts_with(StackName, '${prefix}')].StackName`,
  ]);
  if (stacks.length > 0)
    throw new Error(
      `These stacks remain: ${stacks.join(', ')}. Check out the commit that was deployed, and run the command again.`,
    );

  // Lambda creates the log group of the function that empties the buckets, so it belongs to no stack.
  const groups = await Promise.all(
    ['/aws/lambda/', '/aws/vendedlogs/'].map((folder) =>
      list(aws, [
        'logs',
        'describe-log-groups',
        '--log-group-name-prefix',
        folder + prefix,
        '--query',
        'logGroups[].logGroupName',
      ]),
    ),
  );
  for (const group of groups.flat()) await aws(['logs', 'delete-log-group', '--log-group-name', group]);
  return groups.flat();
}

async function list(aws: PreviewRemoval['aws'], args: readonly string[]): Promise<readonly string[]> {
  const found: unknown = JSON.parse(await aws([...args, '--output', 'json']));
  return Array.isArray(found) ? found.map(String) : [];
}
