import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Construct } from 'constructs';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { ConsumerEnvironment, EnvSchema } from '#infra/constructs/function-environment.ts';
import { liveAlias } from '#infra/constructs/live-alias.ts';
import { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { OperationFunctionProps } from '#infra/constructs/operation-function.ts';

export type ConsumerFunctionProps<Schema extends EnvSchema> = Omit<OperationFunctionProps, 'environment'> & {
  /** Exactly the variables of its `env.ts`. */
  readonly environment: ConsumerEnvironment<Schema>;
  /** What customers notice while the function does not run, without a full stop. */
  readonly stalledImpact: string;
  /** For critical functions: new versions take over behind the alias `live`, according to the stage's rollout. */
  readonly staged?: boolean;
};

/**
 * A function that a stream, a queue or a schedule invokes. Only alarms show its failures, so it always includes the one on
 * throttled invocations; its event sources include the alarms on waiting work.
 */
export class ConsumerFunction<Schema extends EnvSchema> extends OperationFunction {
  /** What event sources invoke: the name of the function, or the ARN of its alias. */
  readonly entry: string;
  /** CodeDeploy's deployment group of a staged function. */
  readonly rollout: LambdaDeploymentGroup | undefined;

  constructor(scope: Construct, deployment: Deployment, props: ConsumerFunctionProps<Schema>) {
    super(scope, deployment, props);
    const { stalledImpact, staged = false } = props;
    const live = staged ? liveAlias(this, deployment, stalledImpact) : undefined;
    this.entry = live?.alias.functionArn ?? this.lambda.functionName;
    this.rollout = live?.rollout;

    new ImpactAlarm(this, 'ThrottlesAlarm', {
      impact: `${stalledImpact}: Lambda throttles ${props.name} for lack of concurrency.`,
      runbook: 'throttles',
      severity: 'warn',
      metric: this.lambda.metricThrottles({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 0,
      during: { periods: 2, of: 2 },
    });
  }
}
