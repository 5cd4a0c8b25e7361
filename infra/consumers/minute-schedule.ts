import { Duration, Stack } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowSending } from '#infra/constructs/grants.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { inputOfPart } from '#shared/platform/queues/schedule-part.ts';

export type MinuteScheduleProps = {
  readonly target: OperationFunction;
  /** The number of schedules, each of which asks for one part of the work; one schedule without an input if it is undefined. */
  readonly parts: number | undefined;
  /** Name of the group of the schedules, to which their role is restricted. */
  readonly groupName: string;
  /** What customers notice while the function does not run, without a full stop. */
  readonly impact: string;
};

/** Invokes a function every minute, once for each part of its work. A failed invocation is not retried, because the next one is near, but it fires an alarm. */
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

    // The conditions prevent schedules of other groups and accounts from using the role (confused deputy).
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

    // Not the L2 construct: its target may invoke every version of the function, through a wildcard.
    const addSchedule = (name: string, input?: unknown): void => {
      const schedule = new CfnSchedule(this, name, {
        groupName: group.scheduleGroupName,
        scheduleExpression: 'rate(1 minute)',
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: functionArn,
          roleArn: role.roleArn,
          retryPolicy: { maximumEventAgeInSeconds: 60, maximumRetryAttempts: 0 },
          deadLetterConfig: { arn: missed.queueArn },
          ...(input === undefined ? {} : { input: JSON.stringify(input) }),
        },
      });
      schedule.overrideLogicalId(`${id}${name}`);
    };
    if (props.parts === undefined) addSchedule('Schedule');
    for (let part = 0; part < (props.parts ?? 0); part += 1)
      addSchedule(`Schedule${part}`, inputOfPart(part));

    const cannot = `${props.impact}: EventBridge Scheduler cannot invoke the function ${props.target.node.id} every minute`;
    const shared = { runbook: 'missed-ticks', severity: 'warn', above: 0 } as const;
    new ImpactAlarm(this, 'MissedAlarm', {
      ...shared,
      impact: `${cannot}. The dead-letter queue of the schedule contains the error code.`,
      metric: missed.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
    });
    // A failed invocation goes to the dead-letter queue and fires the alarm above; if that fails too, it fires this one.
    new ImpactAlarm(this, 'DeadLetterFailedAlarm', {
      ...shared,
      impact: `${cannot}, nor send the failed invocation to the dead-letter queue of the schedule.`,
      metric: group.metricFailedToBeSentToDLQ(undefined, {
        period: Duration.minutes(5),
        statistic: Stats.SUM,
      }),
    });
  }
}
