import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { alarmOnDrops, type Swept } from '#infra/alarms/schedule-alarms.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allowSending } from '#infra/constructs/grants.ts';
import { fixLogicalId } from '#infra/constructs/logical-id.ts';
import type { WorkQueue } from './work-queue.ts';

export type OneTimeSchedulesProps = {
  /** Suffix of the group's name. */
  readonly name: string;
  /** What customers notice when schedules fail to send their message, without a full stop. */
  readonly droppedImpact: string;
  readonly swept: Swept;
  /** Target queues of the schedules; a message that cannot be sent to its queue goes to the queue's dead-letter queue. */
  readonly targets: readonly WorkQueue[];
};

/** Schedules for messages that wait longer than a queue delay allows: one schedule group, and one role for its few targets. */
export class OneTimeSchedules extends Construct {
  readonly groupName: string;
  readonly roleArn: string;
  /** The schedules of the group. */
  readonly schedulesArn: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, config }: Deployment,
    { name, targets, droppedImpact, swept }: OneTimeSchedulesProps,
  ) {
    super(scope, id);
    this.groupName = `workspace-${stage}-${name}`;
    const group = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: this.groupName,
      removalPolicy: config.dataRemoval,
    });
    fixLogicalId(group, id);
    alarmOnDrops(this, group, { impact: droppedImpact, ...swept });

    // The conditions prevent schedules of other groups and accounts from using the role (confused deputy).
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnEquals: { 'aws:SourceArn': group.scheduleGroupArn },
        },
      }),
      inlinePolicies: {
        send: new PolicyDocument({
          statements: [allowSending(...targets.flatMap(({ queue, deadLetters }) => [queue, deadLetters]))],
        }),
      },
    });
    fixLogicalId(role, `${id}Role`);
    this.roleArn = role.roleArn;
    this.schedulesArn = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.groupName}/*`,
    });
  }
}
