import { Construct } from 'constructs';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Stack } from 'aws-cdk-lib';
import { allow, allowSending } from './grants.ts';
import { fixLogicalId } from './logical-id.ts';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Deployment } from './deployment.ts';

/** Where retries wait that are too far off for a queue delay: one schedule group, one role, one target. */
export class RetrySchedules extends Construct {
  readonly groupName: string;
  readonly roleArn: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, config }: Deployment,
    target: IQueue,
    deadLetters: IQueue,
  ) {
    super(scope, id);
    this.groupName = `workspace-${stage}-retries`;
    const group = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: this.groupName,
      removalPolicy: config.dataRemoval,
    });
    fixLogicalId(group, id);

    // The conditions keep schedules of other groups and accounts from borrowing the role (confused deputy).
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnEquals: { 'aws:SourceArn': group.scheduleGroupArn },
        },
      }),
      inlinePolicies: { send: new PolicyDocument({ statements: [allowSending(target, deadLetters)] }) },
    });
    fixLogicalId(role, `${id}Role`);
    this.roleArn = role.roleArn;
  }

  /** Creating schedules in this group and handing them the group's role; nothing that changes or deletes one. */
  creating(): readonly PolicyStatement[] {
    const schedules = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.groupName}/*`,
    });
    return [
      allow(['scheduler:CreateSchedule'], [schedules]),
      allow(['iam:PassRole'], [this.roleArn], {
        StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
      }),
    ];
  }
}
