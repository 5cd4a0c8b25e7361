import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { OperationFunction } from './operation-function.ts';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { UNDISPATCHED_PREFIX, mapStream } from './event-mappings.ts';
import { allow, allowSending } from './grants.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from './deployment.ts';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';

export type DispatchEventProps = {
  readonly data: DataStack;
  readonly deliveryQueue: IQueue;
  readonly parkedEvents: IQueue;
  readonly recoveryQueue: IQueue;
  readonly undispatched: Bucket;
};

/** The core stream's consumer: one message per match of each event or request, or the whole record parked. */
export class DispatchEvent extends OperationFunction {
  constructor(scope: Construct, deployment: Deployment, props: DispatchEventProps) {
    const { data, deliveryQueue, parkedEvents, recoveryQueue, undispatched } = props;
    const streamArn = streamOf(data);
    super(scope, deployment, {
      name: 'dispatch-event',
      description: 'Queues one delivery per endpoint that an event matched',
      timeout: Duration.seconds(60),
      environment: {
        DELIVERY_QUEUE_URL: deliveryQueue.queueUrl,
        PARKED_EVENTS_QUEUE_URL: parkedEvents.queueUrl,
        RECOVERY_QUEUE_URL: recoveryQueue.queueUrl,
      },
      statements: [
        ...reading(streamArn),
        ...keepingFailures(undispatched),
        allowSending(deliveryQueue, parkedEvents, recoveryQueue),
      ],
    });
    mapStream(this.lambda, streamArn, undispatched);

    new ImpactAlarm(this, 'IteratorAgeAlarm', {
      impact:
        'Webhooks are late by more than a minute: events wait in the stream. After 20 hours they leave it for the bucket of undispatched records.',
      metric: this.lambda.metric('IteratorAge', { period: Duration.minutes(1), statistic: Stats.MAXIMUM }),
      above: Duration.seconds(60).toMilliseconds(),
    });
  }
}

function streamOf({ coreTable }: DataStack): string {
  if (coreTable.tableStreamArn === undefined)
    throw new Error('The core table has no stream to dispatch from.');
  return coreTable.tableStreamArn;
}

function reading(streamArn: string): PolicyStatement[] {
  return [
    allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [streamArn]),
    // AWS knows no resource type for ListStreams, yet Lambda wants it before it makes the mapping. It tells names only.
    allow(['dynamodb:ListStreams'], ['*']),
  ];
}

/** Lambda names the objects by mapping, shard and time, so only their prefix is known here. */
function keepingFailures(bucket: Bucket): PolicyStatement[] {
  return [
    allow(['s3:PutObject'], [bucket.arnForObjects(`${UNDISPATCHED_PREFIX}*`)]),
    allow(['s3:ListBucket'], [bucket.bucketArn]),
  ];
}
