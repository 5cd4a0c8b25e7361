import { describe, expect, it } from 'vitest';
import { executeRelease, showRelease, stacksIn } from '#scripts/release/change-sets.ts';

const AVAILABLE = { Status: 'CREATE_COMPLETE', ExecutionStatus: 'AVAILABLE' };

/** Tools in an account with these change sets; a stack without one is unknown to the AWS CLI. */
function toolsWith(changeSets: Readonly<Record<string, unknown>>) {
  const commands: string[] = [];
  return {
    commands,
    cdk: async (args: readonly string[]) => {
      commands.push(args.join(' '));
    },
    aws: async (args: readonly string[]) => {
      const found = changeSets[args[args.indexOf('--stack-name') + 1] ?? ''];
      if (found === undefined) throw new Error('An error occurred (ChangeSetNotFound) when calling …');
      return JSON.stringify(found);
    },
  };
}

const release = {
  assembly: 'cdk.out/prod',
  changeSet: 'release-42',
  stacks: ['first', 'second', 'third'],
  region: 'eu-central-1',
};

describe('stacksIn', () => {
  const stack = (...dependencies: string[]) => ({
    type: 'aws:cloudformation:stack',
    environment: 'aws://111122223333/eu-central-1',
    dependencies,
  });

  it('orders stacks by their dependencies and omits other artefacts', () => {
    const artifacts = {
      gateway: stack('api', 'product', 'gateway.assets'),
      'gateway.assets': { type: 'cdk:asset-manifest' },
      product: stack('api', 'data'),
      data: stack(),
      api: stack('data'),
    };

    expect(stacksIn({ artifacts })).toEqual({
      stacks: ['data', 'api', 'product', 'gateway'],
      region: 'eu-central-1',
    });
  });

  it('rejects an assembly without a region', () => {
    const artifacts = { data: { ...stack(), environment: 'aws://unknown-account/unknown-region' } };

    expect(() => stacksIn({ artifacts })).toThrow('set `env` of the stage');
  });
});

describe('executeRelease', () => {
  it('executes the change sets in order, and skips stacks without changes', async () => {
    const unchanged = { Status: 'FAILED', StatusReason: "The submitted information didn't contain changes." };
    const tools = toolsWith({ first: AVAILABLE, second: unchanged, third: AVAILABLE });

    await expect(executeRelease(release, tools)).resolves.toEqual(['first', 'third']);
    expect(tools.commands).toEqual(
      ['first', 'third'].map(
        (name) =>
          `deploy ${name} --app cdk.out/prod --require-approval never --method=execute-change-set --change-set-name release-42 --exclusively`,
      ),
    );
  });

  it('skips a stack whose change set does not exist', async () => {
    await expect(executeRelease(release, toolsWith({ second: AVAILABLE }))).resolves.toEqual(['second']);
  });

  it.each([
    { Status: 'FAILED', StatusReason: 'No export named X' },
    { Status: 'CREATE_COMPLETE', ExecutionStatus: 'OBSOLETE' },
    { Status: 'FAILED', ExecutionStatus: 'AVAILABLE' },
  ])('stops at a change set that cannot be executed: %j', async (outdated) => {
    const tools = toolsWith({ first: AVAILABLE, second: outdated, third: AVAILABLE });

    await expect(executeRelease(release, tools)).rejects.toThrow('Prepare the release again');
    expect(tools.commands).toHaveLength(1);
  });

  it('passes on other errors of the AWS CLI', async () => {
    const aws = async () => {
      throw new Error('AccessDenied');
    };

    await expect(executeRelease(release, { ...toolsWith({}), aws })).rejects.toThrow('AccessDenied');
  });
});

describe('showRelease', () => {
  it('lists each change and marks replacements', async () => {
    const change = (Replacement: string | undefined, LogicalResourceId: string) => ({
      ResourceChange: { Action: 'Modify', Replacement, LogicalResourceId, ResourceType: 'AWS::SQS::Queue' },
    });
    const tools = toolsWith({
      first: { ...AVAILABLE, Changes: [change('False', 'A'), change('True', 'B'), change(undefined, 'C')] },
    });

    expect((await showRelease(release, tools)).split('\n').slice(4)).toEqual([
      '| first | Modify | False | A | AWS::SQS::Queue |',
      '| first | Modify | **True** | B | AWS::SQS::Queue |',
      '| first | Modify | - | C | AWS::SQS::Queue |',
    ]);
  });
});
