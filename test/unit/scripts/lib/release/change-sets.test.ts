import { describe, expect, it } from 'vitest';
import { executeRelease, showRelease, stacksIn } from '#scripts/lib/release/change-sets.ts';

const AVAILABLE = { ChangeSetId: 'id', Status: 'CREATE_COMPLETE', ExecutionStatus: 'AVAILABLE' };
const EXECUTED = { ...AVAILABLE, ExecutionStatus: 'EXECUTE_COMPLETE' };
const UNCHANGED = {
  ...AVAILABLE,
  Status: 'FAILED',
  StatusReason: "The submitted information didn't contain changes.",
};
const CODE = { bucket: 'assets', key: 'code.zip', versionId: 'v1' };

/** Tools in an account with these change sets; a stack without one is unknown to the AWS CLI. */
function toolsWith(changeSets: Readonly<Record<string, unknown>>, versionId = 'v1') {
  const commands: string[] = [];
  const asked: string[] = [];
  return {
    commands,
    asked,
    cdk: async (args: readonly string[]) => {
      commands.push(args.join(' '));
    },
    aws: async (args: readonly string[]) => {
      if (args[0] === 's3api') return JSON.stringify({ VersionId: versionId });
      asked.push(args[args.indexOf('--change-set-name') + 1] ?? '');
      const found = changeSets[args[args.indexOf('--stack-name') + 1] ?? ''];
      if (found === undefined) throw new Error('An error occurred (ChangeSetNotFound) when calling …');
      return JSON.stringify(found);
    },
    readFile: (name: string) => {
      expect(name).toMatch(/^(?:first|second|third)\.assets\.json$/u);
      const destinations = { current: { bucketName: CODE.bucket, objectKey: CODE.key } };
      return { files: { code: { destinations } } };
    },
  };
}

/** What was shown, with a change set for each of these stacks. */
function shownWith(...stacks: string[]) {
  return { stacks: stacks.map((stack) => ({ stack, changeSetId: `${stack}-id`, objects: [CODE] })) };
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
  it('executes the change sets that were shown, in order', async () => {
    const tools = toolsWith({ first: AVAILABLE, second: AVAILABLE, third: AVAILABLE });

    await expect(executeRelease(release, shownWith('first', 'third'), tools)).resolves.toEqual([
      'first',
      'third',
    ]);
    expect(tools.asked).toEqual(['first-id', 'third-id']);
    expect(tools.commands).toEqual(
      ['first', 'third'].map(
        (name) =>
          `deploy ${name} --app cdk.out/prod --require-approval never --method=execute-change-set --change-set-name release-42 --exclusively`,
      ),
    );
  });

  it('skips a stack that an earlier run has updated', async () => {
    const tools = toolsWith({ first: EXECUTED, second: AVAILABLE });

    await expect(executeRelease(release, shownWith('first', 'second'), tools)).resolves.toEqual(['second']);
  });

  it.each([
    ['outdated', { ...AVAILABLE, ExecutionStatus: 'OBSOLETE' }, 'it may be outdated'],
    ['failed', { ...AVAILABLE, Status: 'FAILED', StatusReason: 'No export named X' }, 'No export named X'],
    // Another change set can have its name meanwhile.
    ['deleted', undefined, 'does not exist'],
  ])('stops at a change set that is %s', async (_case, second, message) => {
    const tools = toolsWith({ first: AVAILABLE, ...(second ? { second } : {}), third: AVAILABLE });

    await expect(executeRelease(release, shownWith('first', 'second', 'third'), tools)).rejects.toThrow(
      message,
    );
    expect(tools.commands).toHaveLength(1);
  });

  it('executes nothing if the code was replaced since it was shown', async () => {
    const tools = toolsWith({ first: AVAILABLE }, 'v2');

    await expect(executeRelease(release, shownWith('first'), tools)).rejects.toThrow(
      'The object code.zip of first was replaced since it was shown',
    );
    expect(tools.commands).toEqual([]);
  });

  it('passes on other errors of the AWS CLI', async () => {
    const aws = async () => {
      throw new Error('AccessDenied');
    };

    await expect(executeRelease(release, shownWith('first'), { ...toolsWith({}), aws })).rejects.toThrow(
      'AccessDenied',
    );
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
    const { table } = await showRelease(release, tools);

    expect(table.split('\n').slice(4)).toEqual([
      '| first | Modify | False | A | AWS::SQS::Queue |',
      '| first | Modify | **True** | B | AWS::SQS::Queue |',
      '| first | Modify | - | C | AWS::SQS::Queue |',
    ]);
  });

  it('returns the change sets with changes and the versions of their code, which alone may be executed', async () => {
    const { shown } = await showRelease(release, toolsWith({ first: AVAILABLE, second: UNCHANGED }));

    expect(shown).toEqual({ stacks: [{ stack: 'first', changeSetId: 'id', objects: [CODE] }] });
  });

  it.each([
    { ...AVAILABLE, Status: 'FAILED', StatusReason: 'No export named X' },
    { ...AVAILABLE, ExecutionStatus: 'OBSOLETE' },
  ])('rejects a change set that cannot be executed: %j', async (broken) => {
    await expect(showRelease(release, toolsWith({ first: broken }))).rejects.toThrow(
      'Prepare the release again',
    );
  });

  it('rejects a bucket without versions, in which a replaced object would not be noticed', async () => {
    const tools = toolsWith({ first: AVAILABLE });
    const aws = (args: readonly string[]) => (args[0] === 's3api' ? Promise.resolve('{}') : tools.aws(args));

    await expect(showRelease(release, { ...tools, aws })).rejects.toThrow('VersionId');
  });
});
