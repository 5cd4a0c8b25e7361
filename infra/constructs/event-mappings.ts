import { DISPATCH_FILTER } from '#shared/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** Prefix under which Lambda stores what left the stream undispatched. */
export const UNDISPATCHED_PREFIX = 'aws/lambda/';

/**
 * Invokes a function for inserted event items that match an endpoint. It goes on trying for 20 of the stream's 24 hours: a
 * record lost to a few minutes of queue trouble is a webhook lost (H6). What is older is kept whole in a bucket.
 */
export function mapStream(target: IFunction, streamArn: string, undispatched: Bucket): EventSourceMapping {
  return new EventSourceMapping(target, 'StreamMapping', {
    target,
    eventSourceArn: streamArn,
    // An outbox read from LATEST would skip what is written while the mapping is made.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    retryAttempts: -1,
    maxRecordAge: Duration.hours(20),
    reportBatchItemFailures: true,
    filters: [
      FilterCriteria.filter({
        eventName: ['INSERT'],
        dynamodb: {
          NewImage: {
            [DISPATCH_FILTER.kindAttribute]: { S: [...DISPATCH_FILTER.kinds] },
            [DISPATCH_FILTER.fanOutAttribute]: { N: [{ exists: true }] },
          },
        },
      }),
    ],
    onFailure: { bind: () => ({ destination: undispatched.bucketArn }) },
  });
}

/**
 * Invokes a function for queued messages, at most `maxConcurrency` invocations at a time. A function with two queues names
 * the mapping of the second one.
 */
export function mapQueue(
  target: IFunction,
  queue: IQueue,
  maxConcurrency: number,
  id = 'QueueMapping',
): EventSourceMapping {
  return new EventSourceMapping(target, id, {
    target,
    eventSourceArn: queue.queueArn,
    batchSize: 10,
    // A first attempt should not wait for company.
    maxBatchingWindow: Duration.seconds(0),
    maxConcurrency,
    reportBatchItemFailures: true,
  });
}
