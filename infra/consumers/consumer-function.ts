import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { OperationFunction } from '#infra/constructs/operation-function.ts';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { liveAlias } from '#infra/constructs/live-alias.ts';
import type { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { OperationFunctionProps } from '#infra/constructs/operation-function.ts';

export type ConsumerFunctionProps = OperationFunctionProps & {
  /** What customers notice while the function does not run, without a full stop. */
  readonly stalledImpact: string;
  /** For what must not break: new versions take over behind the alias `live`, as the stage's rollout says. */
  readonly staged?: boolean;
};

/**
 * A function that a stream, a queue or a schedule feeds. Nobody sees its failures but its alarms, so it cannot be had without
 * the one on invocations that Lambda refuses; sources bring the alarms on what waits for it.
 */
export class ConsumerFunction extends OperationFunction {
  /** What event sources invoke: the function by its name, or its alias by the ARN. */
  readonly entry: string;
  /** How a new version takes over, for what is staged. */
  readonly rollout: LambdaDeploymentGroup | undefined;

  constructor(scope: Construct, deployment: Deployment, props: ConsumerFunctionProps) {
    super(scope, deployment, props);
    const { stalledImpact, staged = false } = props;
    const live = staged ? liveAlias(this, deployment, stalledImpact) : undefined;
    this.entry = live?.alias.functionArn ?? this.lambda.functionName;
    this.rollout = live?.rollout;

    new ImpactAlarm(this, 'ThrottlesAlarm', {
      impact: `${stalledImpact}: Lambda refuses to run ${props.name}, for want of concurrency.`,
      runbook: 'throttles',
      severity: 'warn',
      metric: this.lambda.metricThrottles({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 0,
      during: { periods: 2, of: 2 },
    });
  }
}
