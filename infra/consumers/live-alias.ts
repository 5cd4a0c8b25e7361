import { RemovalPolicy } from 'aws-cdk-lib';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { ILambdaDeploymentConfig } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { alarmOnVersion } from '#infra/alarms/rollout-alarms.ts';
import type { Rollout } from '#infra/config.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow } from '#infra/constructs/grants.ts';
import { fixLogicalId, pascalCase } from '#infra/constructs/logical-id.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';

const ROLLOUTS: Readonly<Record<Rollout, ILambdaDeploymentConfig>> = {
  now: LambdaDeploymentConfig.ALL_AT_ONCE,
  'linear-10-percent-a-minute': LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
  'canary-10-percent-5-minutes': LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
};

const ALIAS = 'live';

/**
 * The alias `live`, which a new version takes over gradually. If the function fails meanwhile, CodeDeploy points the alias back to
 * the previous version and CloudFormation rolls back the stack update (ADR 32). Replaced versions are kept, so that the alias can
 * be pointed back by hand too.
 */
export function liveAlias(
  consumer: OperationFunction,
  { stage, config }: Deployment,
  impact: string,
): { readonly alias: Alias; readonly rollout: LambdaDeploymentGroup | undefined } {
  const { lambda } = consumer;
  const name = consumer.node.id;
  // Not plain RETAIN: a rollback must delete its version, because Lambda never publishes the same code twice in a row.
  lambda.currentVersion.applyRemovalPolicy(
    config.isTemporary ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  );
  const alias = lambda.addAlias(ALIAS);
  fixLogicalId(alias, `${pascalCase(name)}Live`);

  const alarms = [...alarmOnVersion(consumer, stage, alias, impact)];
  const rollout = new LambdaDeploymentGroup(consumer, 'Rollout', {
    alias,
    // The construct would attach AWS's managed policy, which may update every alias of the account.
    role: rolloutRole(consumer).withoutPolicyUpdates(),
    deploymentConfig: ROLLOUTS[config.rollout],
    alarms: config.isWatched ? alarms : [],
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: config.isWatched },
  });
  if (config.rollout === 'now') disableRollout(alias);
  // Without alarms, none can be added.
  return { alias, rollout: config.isWatched ? rollout : undefined };
}

/**
 * Makes CloudFormation update the alias itself. CodeDeploy would stop while an alarm of its group is in ALARM state, and the
 * failing version would stay.
 */
function disableRollout({ node }: Alias): void {
  if (!(node.defaultChild instanceof CfnAlias)) throw new Error(`${node.path} has no CfnAlias.`);
  delete node.defaultChild.cfnOptions.updatePolicy;
}

/** Lets CodeDeploy read alarms and update this alias. Refers to the alias by name, because the alias depends on this role. */
function rolloutRole(consumer: OperationFunction): Role {
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
