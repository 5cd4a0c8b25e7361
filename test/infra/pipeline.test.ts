import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cdkContext } from '#infra/cdk-context.ts';
import { PipelineStack, pipelineOf } from '#infra/stacks/pipeline-stack.ts';
import { render } from './render.ts';
import { asList, at } from './synthesized.ts';

const SUBJECT = 'token.actions.githubusercontent.com:sub';

/** Resources of the stack, their intrinsics rendered as text. */
function resourcesIn(context: Parameters<typeof pipelineOf>[0]): readonly (readonly [string, unknown])[] {
  const outdir = mkdtempSync(join(tmpdir(), 'workspace-cdk-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const app = new App({ outdir, context: cdkContext() });
  const stack = new PipelineStack(app, pipelineOf(context));
  return Object.entries(Template.fromStack(stack).toJSON()['Resources']).map(([id, resource]) => [
    id,
    render(resource, new Map()),
  ]);
}

function rolesIn(context: Parameters<typeof pipelineOf>[0]) {
  const resources = resourcesIn(context);
  return resources
    .filter(([, resource]) => at(resource, 'Type') === 'AWS::IAM::Role')
    .map(([id, role]) => {
      const policies = resources.filter(([, resource]) =>
        asList(at(resource, 'Properties', 'Roles')).includes(`\${${id}}`),
      );
      const statements = policies.flatMap(([, policy]) =>
        asList(at(policy, 'Properties', 'PolicyDocument', 'Statement')),
      );
      const trust = asList(at(role, 'Properties', 'AssumeRolePolicyDocument', 'Statement'));
      const actions = statements.flatMap((statement) => asList(at(statement, 'Action')).map(String));
      return { id, trust, statements, actions };
    });
}

describe('PipelineStack', () => {
  const context = { repository: 'acme/workspace' };

  it('creates a role for pull requests and for each environment, which trusts exactly that subject', () => {
    const roles = rolesIn(context);

    expect(
      Object.fromEntries(
        roles.map(({ id, trust }) => [id, at(trust, 0, 'Condition', 'StringEquals', SUBJECT)]),
      ),
    ).toEqual({
      DiffRole: 'repo:acme/workspace:pull_request',
      DevDeployRole: 'repo:acme/workspace:environment:dev',
      StagingDeployRole: 'repo:acme/workspace:environment:staging',
      ProdDeployRole: 'repo:acme/workspace:environment:prod',
      ProdPrepareRole: 'repo:acme/workspace:environment:prod-change-set',
    });
    for (const { trust } of roles) {
      expect(trust).toHaveLength(1);
      expect(trust).toMatchObject([
        {
          Action: 'sts:AssumeRoleWithWebIdentity',
          Principal: { Federated: expect.stringContaining('GitHub') },
        },
      ]);
      expect(at(trust, 0, 'Condition')).toEqual({
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          [SUBJECT]: expect.not.stringContaining('*'),
        },
      });
    }
  });

  it('lets pull requests read the stacks of dev only: no data, no change, no other role', () => {
    const diff = rolesIn(context).find(({ id }) => id === 'DiffRole');

    expect(diff?.actions.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'cloudformation:DescribeStackEvents',
      'cloudformation:DescribeStacks',
      'cloudformation:GetTemplate',
      'ssm:GetParameter',
    ]);
    expect(JSON.stringify(diff?.statements)).not.toMatch(/staging|prod|"Resource":"\*"/u);
  });

  it('lets the preparation for prod execute nothing: its role cannot become one that can', () => {
    const prepare = rolesIn(context).find(({ id }) => id === 'ProdPrepareRole');
    const assumed = prepare?.statements.filter((statement) => at(statement, 'Action') === 'sts:AssumeRole');

    expect(prepare?.actions).not.toContain('cloudformation:ExecuteChangeSet');
    expect(assumed?.map((statement) => at(statement, 'Resource'))).toEqual([
      expect.stringMatching(/role\/cdk-hnb659fds-file-publishing-role-/u),
    ]);
    expect(prepare?.statements).toContainEqual(
      expect.objectContaining({
        Action: 'iam:PassRole',
        Condition: { StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' } },
        Resource: expect.stringMatching(/role\/cdk-hnb659fds-cfn-exec-role-/u),
      }),
    );
  });

  it('lets a release of prod take two hours, and compare the code in S3 with what was shown', () => {
    const roles = resourcesIn(context).filter(([, resource]) => at(resource, 'Type') === 'AWS::IAM::Role');
    const deploy = rolesIn(context).find(({ id }) => id === 'ProdDeployRole');

    expect(
      Object.fromEntries(roles.map(([id, role]) => [id, at(role, 'Properties', 'MaxSessionDuration')])),
    ).toMatchObject({ ProdDeployRole: 7200, ProdPrepareRole: 3600, DevDeployRole: 3600 });
    expect(deploy?.statements).toContainEqual(
      expect.objectContaining({
        Action: 's3:GetObject',
        Resource: expect.stringMatching(/:s3:::cdk-hnb659fds-assets-/u),
      }),
    );
  });

  it('retains the provider, which other stacks may use, when a later run says that it exists', () => {
    const [, provider] = resourcesIn(context).find(([id]) => id === 'GitHub') ?? [];

    expect(provider).toMatchObject({ Type: 'AWS::IAM::OIDCProvider', DeletionPolicy: 'Retain' });
  });

  it('gives no role an action with a wildcard', () => {
    const actions = rolesIn(context).flatMap((role) => role.actions);

    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });

  it('has the roles of the stages of this account only, and can use the provider of another stack', () => {
    const used = { ...context, stages: 'prod', provider: 'existing' };

    expect(rolesIn(used).map(({ id }) => id)).toEqual(['ProdDeployRole', 'ProdPrepareRole']);
    expect(
      resourcesIn(used).filter(([, resource]) => at(resource, 'Type') === 'AWS::IAM::OIDCProvider'),
    ).toEqual([]);
  });
});

describe('pipelineOf', () => {
  it.each([undefined, '', 'acme', 'acme/*', '*/*', 'a/b/c', 'acme/workspace:ref'])(
    'rejects the repository %j',
    (repository) => {
      expect(() => pipelineOf({ repository })).toThrow('Set the repository on GitHub');
    },
  );

  it('rejects unknown stages and providers', () => {
    expect(() => pipelineOf({ repository: 'a/b', stages: 'dev,*' })).toThrow('Unknown stage "*"');
    expect(() => pipelineOf({ repository: 'a/b', provider: 'old' })).toThrow('Unknown provider "old"');
  });
});
