import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { allow } from './grants.ts';
import { fixLogicalId, pascalCase } from './logical-id.ts';
import { linesOf } from './log-lines.ts';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Deployment } from './deployment.ts';
import type { ILambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import type { OperationFunction } from './operation-function.ts';
import type { Rollout } from '#infra/config.ts';

const ROLLOUTS: Readonly<Record<Rollout, ILambdaDeploymentConfig>> = {
  'all-at-once': LambdaDeploymentConfig.ALL_AT_ONCE,
  'linear-10-percent-a-minute': LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
  'canary-10-percent-5-minutes': LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
};

const ALIAS = 'live';
const MINUTE = Duration.minutes(1);

/**
 * The alias `live`, which a new version takes over step by step. When the function fails meanwhile, CodeDeploy gives the alias
 * back to the version before and CloudFormation undoes the stack's update (ADR 32).
 */
export function liveAlias(consumer: OperationFunction, { stage, config }: Deployment, impact: string): Alias {
  const { lambda } = consumer;
  const name = consumer.node.id;
  const alias = lambda.addAlias(ALIAS);
  fixLogicalId(alias, `${pascalCase(name)}Live`);

  const failing = new ImpactAlarm(consumer, 'ErrorsAlarm', {
    impact: `${impact}: ${name} crashes or runs out of time. A rollout under way is taken back by itself.`,
    runbook: 'failed-records',
    severity: 'warn',
    metric: alias.metricErrors({ period: MINUTE, statistic: Stats.SUM }),
    above: 2,
  });
  const complaining = new ImpactAlarm(consumer, 'FailedRecordsAlarm', {
    impact: `${impact}: ${name} fails on single records, which come again. A rollout under way is taken back by itself.`,
    runbook: 'failed-records',
    severity: 'warn',
    // A batch whose records fail one by one is no failed invocation: only its log tells.
    metric: linesOf(consumer, stage, {
      metric: 'ErrorLines',
      field: 'level',
      value: 'ERROR',
      period: MINUTE,
    }),
    above: 10,
  });
  new LambdaDeploymentGroup(consumer, 'Rollout', {
    alias,
    // The construct would attach AWS's own policy, which may move every alias of the account.
    role: movingRole(consumer).withoutPolicyUpdates(),
    deploymentConfig: ROLLOUTS[config.rollout],
    alarms: [failing, complaining],
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
  });
  return alias;
}

/** What CodeDeploy may do: look at alarms, and move this alias. By its name, since the alias itself waits for this role. */
function movingRole(consumer: OperationFunction): Role {
  const { functionArn } = consumer.lambda;
  const role = new Role(consumer, 'RolloutRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      move: new PolicyDocument({
        statements: [
          allow(
            ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            [functionArn, `${functionArn}:${ALIAS}`],
          ),
          allow(['cloudwatch:DescribeAlarms'], ['*']),
        ],
      }),
    },
  });
  fixLogicalId(role, `${pascalCase(consumer.node.id)}RolloutRole`);
  return role;
}
