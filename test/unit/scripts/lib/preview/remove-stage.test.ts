import { describe, expect, it } from 'vitest';
import { removeStage } from '#scripts/lib/preview/remove-stage.ts';

/** An account in which these stacks and log groups remain after the CDK has destroyed the stage. */
function accountWith({ stacks = [], groups = [] }: { stacks?: string[]; groups?: string[] }) {
  const calls: string[] = [];
  return {
    calls,
    cdk: async (args: readonly string[]) => {
      calls.push(`cdk ${args.join(' ')}`);
    },
    aws: async (args: readonly string[]) => {
      const [service, action] = args;
      if (service === 'cloudformation') {
        const prefix = /'(.*)'/u.exec(args.join(' '))?.[1] ?? '';
        return JSON.stringify(stacks.filter((name) => name.startsWith(prefix)));
      }
      if (action === 'describe-log-groups') {
        const prefix = args[args.indexOf('--log-group-name-prefix') + 1] ?? '';
        return JSON.stringify(groups.filter((name) => name.startsWith(prefix)));
      }
      calls.push(`aws ${args.join(' ')}`);
      return '';
    },
  };
}

describe('removeStage', () => {
  it('destroys every stack of the preview, then deletes its log groups', async () => {
    const account = accountWith({
      stacks: ['workspace-dev-data', 'workspace-pr-123-data'],
      groups: [
        '/aws/lambda/workspace-pr-12-data-Emptying',
        '/aws/lambda/workspace-pr-123-data',
        '/aws/vendedlogs/workspace-pr-12-api',
        '/aws/lambda/workspace-dev-x',
      ],
    });

    await expect(removeStage('pr-12', account)).resolves.toHaveLength(2);
    expect(account.calls).toEqual([
      'cdk destroy --all --force --context stage=pr-12',
      'aws logs delete-log-group --log-group-name /aws/lambda/workspace-pr-12-data-Emptying',
      'aws logs delete-log-group --log-group-name /aws/vendedlogs/workspace-pr-12-api',
    ]);
  });

  it('fails if stacks of another commit remain, and keeps their logs', async () => {
    const account = accountWith({
      stacks: ['workspace-pr-12-old'],
      groups: ['/aws/lambda/workspace-pr-12-x'],
    });

    await expect(removeStage('pr-12', account)).rejects.toThrow('These stacks remain: workspace-pr-12-old.');
    expect(account.calls).toHaveLength(1);
  });

  it('deletes no log group if the CDK fails', async () => {
    const account = accountWith({ groups: ['/aws/lambda/workspace-pr-12-x'] });
    const cdk = async () => {
      throw new Error('exit code 1');
    };

    await expect(removeStage('pr-12', { ...account, cdk })).rejects.toThrow('exit code 1');
    expect(account.calls).toEqual([]);
  });
});
