import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { MinuteFunction } from './minute-function.ts';
import { allow, allowSending } from '#infra/constructs/grants.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

export type SweepDueProps = {
  readonly data: DataStack;
  readonly publishQueue: IQueue;
  readonly broadcastQueue: IQueue;
  readonly recomputeQueue: IQueue;
};

const [, BY_DUE] = CORE_TABLE.indexes;

/** Finds once a minute posts and broadcasts whose timer was lost, and hands them over. */
export class SweepDue extends MinuteFunction {
  constructor(scope: Construct, deployment: Deployment, props: SweepDueProps) {
    const { data, publishQueue, broadcastQueue, recomputeQueue } = props;
    super(scope, deployment, {
      name: 'sweep-due',
      description: 'Starts posts and broadcasts whose timer was lost',
      stalledImpact: 'Posts and broadcasts whose timer was lost do not go out',
      schedule: { id: 'DueSweep', groupName: 'due-sweeps' },
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
    });
  }
}
