import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { Duration, Stack } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { allow, allowSending } from './grants.ts';
import { fixLogicalId } from './logical-id.ts';
import type { Deployment } from './deployment.ts';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

export type MinuteScheduleProps = {
  readonly target: IFunction;
  /** Name of the schedule's own group, so that its role can be confined to it. */
  readonly groupName: string;
  /** What it means for customers that the function cannot be invoked. */
  readonly missedImpact: string;
};

/** Invokes a function every minute. A tick that cannot be delivered is not repeated, the next one is near, but it rings. */
export class MinuteSchedule extends Construct {
  constructor(scope: Construct, id: string, { config }: Deployment, props: MinuteScheduleProps) {
    super(scope, id);
    const group = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: props.groupName,
      removalPolicy: config.dataRemoval,
    });
    fixLogicalId(group, `${id}Schedules`);
    const missed = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: config.dataRemoval,
      retentionPeriod: Duration.days(14),
    });
    fixLogicalId(missed, `${id}DeadLetters`);

    // The conditions keep schedules of other groups and accounts from borrowing the role (confused deputy).
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnEquals: { 'aws:SourceArn': group.scheduleGroupArn },
        },
      }),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [allow(['lambda:InvokeFunction'], [props.target.functionArn]), allowSending(missed)],
        }),
      },
    });
    fixLogicalId(role, `${id}SchedulesRole`);

    // Not the higher construct: its target may invoke every version of the function, by a wildcard.
    const schedule = new CfnSchedule(this, 'Schedule', {
      groupName: group.scheduleGroupName,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: props.target.functionArn,
        roleArn: role.roleArn,
        retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
        deadLetterConfig: { arn: missed.queueArn },
      },
    });
    schedule.overrideLogicalId(`${id}Schedule`);
    new ImpactAlarm(this, 'MissedAlarm', {
      impact: props.missedImpact,
      runbook: 'missed-ticks',
      severity: 'warn',
      metric: missed.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      above: 0,
    });
  }
}
