import { Aws, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnOIDCProvider, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { STAGES } from '#infra/config.ts';
import type { PermanentStage } from '#infra/config.ts';
import { allow } from '#infra/constructs/grants.ts';
import { fixLogicalId, pascalCase } from '#infra/constructs/logical-id.ts';

/** What GitHub's OIDC provider is called in IAM. */
const ISSUER = 'token.actions.githubusercontent.com';
/** Suffix of the GitHub environment whose jobs prepare change sets but cannot execute them. */
const PREPARING = '-change-set';
/** A release of prod waits for the rollout of each stack. `deploy.yml` asks for a session of this length, longer than its job. */
const RELEASE_SESSION = Duration.hours(2);

export type Pipeline = {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** The stages that belong to this account. */
  readonly stages: readonly PermanentStage[];
  /** An account has one provider for an issuer; `existing` uses the one that another stack created. */
  readonly provider: 'new' | 'existing';
};

/** Reads the values of `-c`. Throws for any other value, because a trust policy must never contain a wildcard. */
export function pipelineOf(context: {
  readonly repository?: unknown;
  readonly stages?: unknown;
  readonly provider?: unknown;
}): Pipeline {
  const { repository, stages = STAGES.join(','), provider = 'new' } = context;
  if (typeof repository !== 'string' || !/^[\w.-]+\/[\w.-]+$/u.test(repository))
    throw new Error('Set the repository on GitHub: `-c repository=owner/name`.');
  const known = String(stages)
    .split(',')
    .map((name) => {
      const stage = STAGES.find((candidate) => candidate === name);
      if (stage === undefined) throw new Error(`Unknown stage "${name}": use some of ${STAGES.join(',')}.`);
      return stage;
    });
  if (provider !== 'new' && provider !== 'existing')
    throw new Error(`Unknown provider ${JSON.stringify(provider)}: leave it out, or use \`existing\`.`);
  return { repository, stages: known, provider };
}

/**
 * The roles that GitHub Actions assumes with its OIDC token, without stored keys. Each role trusts exactly one subject: pull requests of
 * the repository, or one of its environments. Which branch may use an environment is a setting of GitHub (docs/operations.md#pipeline).
 */
export class PipelineStack extends Stack {
  private readonly providerArn: string;
  private readonly repository: string;

  constructor(scope: Construct, { repository, stages, provider }: Pipeline) {
    super(scope, 'workspace-pipeline', { description: 'Workspace platform: roles of GitHub Actions' });
    this.repository = repository;
    this.providerArn = provider === 'new' ? this.addProvider() : this.iamArn('oidc-provider', ISSUER);

    if (stages.includes('dev'))
      this.addRole('DiffRole', 'pull_request', [...readsOf(this, 'dev'), readsTemplates(this, 'dev')]);
    for (const stage of stages) {
      const name = pascalCase(stage);
      this.addRole(
        `${name}DeployRole`,
        `environment:${stage}`,
        [
          ...preflightReads(this, stage),
          allow(
            ['sts:AssumeRole'],
            ['deploy', 'file-publishing', 'lookup'].map((role) => this.bootstrapRole(role)),
          ),
          ...(stage === 'prod' ? [this.readsAssets()] : []),
        ],
        stage === 'prod' ? RELEASE_SESSION : undefined,
      );
      if (stage === 'prod')
        this.addRole(`${name}PrepareRole`, `environment:${stage}${PREPARING}`, [
          ...preflightReads(this, stage),
          readsTemplates(this, stage),
          ...this.preparesChangeSets(stage),
        ]);
    }
  }

  private addProvider(): string {
    const created = new CfnOIDCProvider(this, 'GitHub', {
      url: `https://${ISSUER}`,
      clientIdList: ['sts.amazonaws.com'],
    });
    // Other stacks may use it, and a run with `-c provider=existing` removes it from this stack.
    created.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return created.attrArn;
  }

  private addRole(
    id: string,
    subject: string,
    statements: readonly PolicyStatement[],
    maxSessionDuration = Duration.hours(1),
  ): void {
    const role = new Role(this, id, {
      assumedBy: new WebIdentityPrincipal(this.providerArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: `repo:${this.repository}:${subject}`,
        },
      }),
      maxSessionDuration,
    });
    fixLogicalId(role, id);
    for (const statement of statements) role.addToPolicy(statement);
    new CfnOutput(this, `${id}Arn`, { value: role.roleArn });
  }

  /**
   * Direct permissions instead of the bootstrap's deploy role, which may execute change sets too. The CDK uses the credentials
   * themselves if they cannot assume that role.
   */
  private preparesChangeSets(stage: PermanentStage): readonly PolicyStatement[] {
    const passing = allow(['iam:PassRole'], [this.bootstrapRole('cfn-exec')]);
    passing.addCondition('StringEquals', { 'iam:PassedToService': 'cloudformation.amazonaws.com' });
    return [
      allow(['cloudformation:CreateChangeSet', 'cloudformation:DeleteChangeSet'], [stacksOf(this, stage)]),
      passing,
      allow(['sts:AssumeRole'], [this.bootstrapRole('file-publishing')]),
      // CloudFormation reads the templates with the permissions of the caller.
      this.readsAssets(),
    ];
  }

  /** For `npm run release`, which compares the versions of the objects before it executes a change set. */
  private readsAssets(): PolicyStatement {
    return allow(
      ['s3:GetObject'],
      [`arn:${Aws.PARTITION}:s3:::cdk-hnb659fds-assets-${this.account}-${this.region}/*`],
    );
  }

  private bootstrapRole(name: string): string {
    return this.iamArn('role', `cdk-hnb659fds-${name}-role-${this.account}-${this.region}`);
  }

  private iamArn(resource: string, resourceName: string): string {
    return this.formatArn({ service: 'iam', region: '', resource, resourceName });
  }
}

function stacksOf(scope: Stack, stage: PermanentStage): string {
  return scope.formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `workspace-${stage}-*/*`,
  });
}

/** States, outputs and change sets of the stage's stacks, and the version of the bootstrap stack. */
function readsOf(scope: Stack, stage: PermanentStage): readonly PolicyStatement[] {
  const bootstrap = { service: 'cloudformation', resource: 'stack', resourceName: 'CDKToolkit/*' };
  const version = { service: 'ssm', resource: 'parameter', resourceName: 'cdk-bootstrap/hnb659fds/version' };
  return [
    allow(
      ['cloudformation:DescribeStacks', 'cloudformation:DescribeStackEvents'],
      [stacksOf(scope, stage), scope.formatArn(bootstrap)],
    ),
    allow(['ssm:GetParameter'], [scope.formatArn(version)]),
  ];
}

function readsTemplates(scope: Stack, stage: PermanentStage): PolicyStatement {
  return allow(['cloudformation:GetTemplate'], [stacksOf(scope, stage)]);
}

/** What `npm run preflight` and `npm run release` read. */
function preflightReads(scope: Stack, stage: PermanentStage): readonly PolicyStatement[] {
  return [
    ...readsOf(scope, stage),
    allow(['cloudformation:DescribeChangeSet'], [stacksOf(scope, stage)]),
    // AWS defines no resource type for the settings and quotas of an account.
    allow(
      [
        'ce:GetAnomalyMonitors',
        'iam:GetAccountSummary',
        'lambda:GetAccountSettings',
        'organizations:DescribeOrganization',
        'servicequotas:GetAWSDefaultServiceQuota',
        'servicequotas:GetServiceQuota',
      ],
      ['*'],
    ),
    allow(['acm:DescribeCertificate'], [`arn:${Aws.PARTITION}:acm:*:${scope.account}:certificate/*`]),
    allow(
      ['sns:ListSubscriptionsByTopic'],
      [scope.formatArn({ service: 'sns', resource: `workspace-${stage}-alarms-*` })],
    ),
  ];
}
