import { Duration } from 'aws-cdk-lib';
import { MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { EnvSchema } from '#infra/constructs/function-environment.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { ConsumerFunction } from './consumer-function.ts';
import type { ConsumerFunctionProps } from './consumer-function.ts';
import { MinuteSchedule } from './minute-schedule.ts';

export type ScheduledFunctionProps<Schema extends EnvSchema> = Omit<
  ConsumerFunctionProps<Schema>,
  'timeout' | 'reservedConcurrency' | 'recursiveLoop' | 'staged'
> & {
  readonly schedule: {
    /** Stem of the logical ids. */
    readonly id: string;
    /** Suffix of the name of its schedule group. */
    readonly groupName: string;
  };
};

const MINUTE = Duration.minutes(1);

/** A function that runs every minute, never twice at a time, with alarms on failing runs and on a schedule that stopped. */
export class ScheduledFunction<Schema extends EnvSchema> extends ConsumerFunction<Schema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { schedule, ...own }: ScheduledFunctionProps<Schema>,
  ) {
    // A concurrent second run would only repeat the work of the first.
    super(scope, deployment, { ...own, timeout: MINUTE, reservedConcurrency: 1 });
    const { name, stalledImpact: impact } = own;
    // The next run makes up for one that failed or could not start within its minute.
    this.lambda.configureAsyncInvoke({ maxEventAge: MINUTE, retryAttempts: 0 });
    new MinuteSchedule(this, schedule.id, deployment, {
      target: this,
      groupName: `workspace-${deployment.stage}-${schedule.groupName}`,
      impact,
    });

    new ImpactAlarm(this, 'ErrorsAlarm', {
      impact: `${impact}: ${name} fails repeatedly. It catches up once its error is fixed.`,
      runbook: 'sweep-errors',
      severity: 'warn',
      metric: this.lambda.metricErrors({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 2,
    });
    new ImpactAlarm(this, 'HeartbeatAlarm', {
      impact: `${impact}: ${name} has not run for ten minutes. Its schedule is disabled or missing.`,
      runbook: 'missed-ticks',
      severity: 'warn',
      metric: silence(this),
      above: 0,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }
}

/** 0 while a function runs, 1 or no data when it does not: Lambda emits no zeros. */
function silence({ lambda }: OperationFunction): MathExpression {
  const period = Duration.minutes(10);
  return new MathExpression({
    expression: 'IF(runs > 0, 0, 1)',
    usingMetrics: { runs: lambda.metricInvocations({ period, statistic: Stats.SUM }) },
    label: 'has not run',
    period,
  });
}
