import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { Duration, Stack } from 'aws-cdk-lib';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { allow, allowSending } from '#infra/constructs/grants.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';

export type MinuteScheduleProps = {
  readonly target: OperationFunction;
  /** Name of the schedule's own group, so that its role can be confined to it. */
  readonly groupName: string;
  /** What customers notice while the function does not run, without a full stop. */
  readonly impact: string;
};

/** Invokes a function every minute. A tick that cannot be delivered is not repeated, the next one is near, but it rings. */
export class MinuteSchedule extends Construct {
  constructor(scope: Construct, id: string, { config }: Deployment, props: MinuteScheduleProps) {
    super(scope, id);
    const { functionArn } = props.target.lambda;
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
          statements: [allow(['lambda:InvokeFunction'], [functionArn]), allowSending(missed)],
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
        arn: functionArn,
        roleArn: role.roleArn,
        retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
        deadLetterConfig: { arn: missed.queueArn },
      },
    });
    schedule.overrideLogicalId(`${id}Schedule`);
    const cannot = `${props.impact}: the minute schedule cannot invoke ${props.target.node.id}`;
    const shared = { runbook: 'missed-ticks', severity: 'warn', above: 0 } as const;
    new ImpactAlarm(this, 'MissedAlarm', {
      ...shared,
      impact: `${cannot}. Its dead letters carry the error code.`,
      metric: missed.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
    });
    // A tick that is given up goes to the dead letters, so it rings there, or else here.
    new ImpactAlarm(this, 'UnkeptAlarm', {
      ...shared,
      impact: `${cannot}, nor send to its dead letters.`,
      metric: group.metricFailedToBeSentToDLQ(undefined, {
        period: Duration.minutes(5),
        statistic: Stats.SUM,
      }),
    });
  }
}
