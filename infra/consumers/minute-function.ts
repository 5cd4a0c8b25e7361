import { ConsumerFunction } from './consumer-function.ts';
import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { MinuteSchedule } from './minute-schedule.ts';
import type { Construct } from 'constructs';
import type { ConsumerFunctionProps } from './consumer-function.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';

export type MinuteFunctionProps = Omit<
  ConsumerFunctionProps,
  'timeout' | 'reservedConcurrency' | 'recursiveLoop' | 'staged'
> & {
  readonly schedule: {
    /** Stem of the logical ids. */
    readonly id: string;
    /** Last part of the name of its group. */
    readonly groupName: string;
  };
};

const MINUTE = Duration.minutes(1);

/** A function that runs once a minute, never twice at a time; with the alarms on runs that fail and on a clock that stands still. */
export class MinuteFunction extends ConsumerFunction {
  constructor(scope: Construct, deployment: Deployment, { schedule, ...own }: MinuteFunctionProps) {
    // A second run beside the first would only do its work again.
    super(scope, deployment, { ...own, timeout: MINUTE, reservedConcurrency: 1 });
    const { name, stalledImpact: impact } = own;
    // A run that could not begin within its minute, or failed, is made up for by the next one.
    this.lambda.configureAsyncInvoke({ maxEventAge: MINUTE, retryAttempts: 0 });
    new MinuteSchedule(this, schedule.id, deployment, {
      target: this,
      groupName: `workspace-${deployment.stage}-${schedule.groupName}`,
      impact,
    });

    new ImpactAlarm(this, 'ErrorsAlarm', {
      impact: `${impact}: ${name} fails again and again. It makes up for it once its error is mended.`,
      runbook: 'sweep-errors',
      severity: 'warn',
      metric: this.lambda.metricErrors({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 2,
    });
    new ImpactAlarm(this, 'HeartbeatAlarm', {
      impact: `${impact}: ${name} has not run for ten minutes. Its schedule is disabled or gone.`,
      runbook: 'missed-ticks',
      severity: 'warn',
      metric: silence(this),
      above: 0,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }
}

/** 0 as long as a function runs, 1 or nothing at all when it does not: Lambda writes no zeros. */
function silence({ lambda }: ConsumerFunction): MathExpression {
  const period = Duration.minutes(10);
  return new MathExpression({
    expression: 'IF(runs > 0, 0, 1)',
    usingMetrics: { runs: lambda.metricInvocations({ period, statistic: Stats.SUM }) },
    label: 'has not run',
    period,
  });
}
