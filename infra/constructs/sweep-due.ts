import { CORE_TABLE } from '#shared/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { MinuteSchedule } from './minute-schedule.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { allow, allowSending } from './grants.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from './deployment.ts';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

export type SweepDueProps = {
  readonly data: DataStack;
  readonly publishQueue: IQueue;
  readonly broadcastQueue: IQueue;
  readonly recomputeQueue: IQueue;
};

const [, BY_DUE] = CORE_TABLE.indexes;

/** Finds once a minute posts and broadcasts whose timer was lost, and hands them over. */
export class SweepDue extends ConsumerFunction {
  constructor(scope: Construct, deployment: Deployment, props: SweepDueProps) {
    const { data, publishQueue, broadcastQueue, recomputeQueue } = props;
    super(scope, deployment, {
      name: 'sweep-due',
      description: 'Starts posts and broadcasts whose timer was lost',
      stalledImpact: 'Posts and broadcasts whose timer was lost do not go out',
      timeout: Duration.seconds(60),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        PUBLISH_QUEUE_URL: publishQueue.queueUrl,
        BROADCAST_QUEUE_URL: broadcastQueue.queueUrl,
        RECOMPUTE_QUEUE_URL: recomputeQueue.queueUrl,
      },
      // The keys of the index say all: it reads no item.
      statements: [
        allow(['dynamodb:Query'], [`${data.coreTable.tableArn}/index/${BY_DUE.name}`]),
        allowSending(publishQueue, broadcastQueue, recomputeQueue),
      ],
      // The consumers make a second run harmless; it would only send for nothing.
      reservedConcurrency: 1,
    });
    // A run that could not begin within its minute, or failed, is made up for by the next one.
    this.lambda.configureAsyncInvoke({ maxEventAge: Duration.minutes(1), retryAttempts: 0 });
    new MinuteSchedule(this, 'DueSweep', deployment, {
      target: this.lambda,
      groupName: `workspace-${deployment.stage}-due-sweeps`,
      missedImpact:
        'Posts and broadcasts whose timer was lost do not go out: the minute schedule cannot invoke sweep-due. Its dead letters carry the error code.',
    });
    new ImpactAlarm(this, 'ErrorsAlarm', {
      impact:
        'Posts and broadcasts whose timer was lost do not go out: sweep-due fails again and again. It finds them all once its error is mended.',
      runbook: 'sweep-errors',
      severity: 'warn',
      metric: this.lambda.metricErrors({ period: Duration.minutes(5), statistic: Stats.SUM }),
      above: 2,
    });
  }
}
