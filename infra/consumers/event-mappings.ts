import { DISPATCH_FILTER, FOLLOW_FILTER } from '#shared/platform/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import {
  CfnEventSourceMapping,
  EventSourceMapping,
  FilterCriteria,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { EventSourceMappingOptions } from 'aws-cdk-lib/aws-lambda';
import type { ConsumerFunction } from './consumer-function.ts';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

/** Prefix under which Lambda stores what left the stream unhandled. */
export const UNHANDLED_PREFIX = 'aws/lambda/';

/** Inserted events that match an endpoint, and inserted requests. */
export const DISPATCHED = [
  {
    eventName: ['INSERT'],
    dynamodb: {
      NewImage: {
        [DISPATCH_FILTER.kindAttribute]: { S: [...DISPATCH_FILTER.kinds] },
        [DISPATCH_FILTER.fanOutAttribute]: { N: [{ exists: true }] },
      },
    },
  },
];

/** Written resources, written things with a due time, and deleted ones whose timer may still wait. */
export const FOLLOWED = [
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { [FOLLOW_FILTER.resourceAttribute]: { S: [{ exists: true }] } } },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { [FOLLOW_FILTER.timerAttribute]: { BOOL: [{ exists: true }] } } },
  },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { [FOLLOW_FILTER.timerAttribute]: { BOOL: [{ exists: true }] } } },
  },
];

export type StreamMappingProps = {
  readonly streamArn: string;
  /** What the function is invoked for; a record passes if one of them matches. */
  readonly filters: readonly Record<string, unknown>[];
  /** Keeps whole what grows too old. */
  readonly unhandled: Bucket;
};

/**
 * Invokes a function for records of a stream. It goes on trying for 20 of the stream's 24 hours: a record lost to a few
 * minutes of queue trouble is a webhook lost (H6). What is older is kept whole in a bucket.
 */
export function mapStream(
  consumer: ConsumerFunction,
  { streamArn, filters, unhandled }: StreamMappingProps,
): EventSourceMapping {
  return mapTo(consumer, 'StreamMapping', {
    eventSourceArn: streamArn,
    // An outbox read from LATEST would skip what is written while the mapping is made.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    retryAttempts: -1,
    maxRecordAge: Duration.hours(20),
    reportBatchItemFailures: true,
    filters: filters.map((filter) => FilterCriteria.filter(filter)),
    onFailure: { bind: () => ({ destination: unhandled.bucketArn }) },
  });
}

export type QueueMappingOptions = {
  /** Names the mapping of a function's second queue. */
  readonly id?: string;
  /** Messages for one invocation: fewer where each may take much memory. */
  readonly batchSize?: number;
};

/** Invokes a function for queued messages, at most `maxConcurrency` invocations at a time. */
export function mapQueue(
  consumer: ConsumerFunction,
  queue: IQueue,
  maxConcurrency: number,
  { id = 'QueueMapping', batchSize = 10 }: QueueMappingOptions = {},
): EventSourceMapping {
  return mapTo(consumer, id, {
    eventSourceArn: queue.queueArn,
    batchSize,
    // A first attempt should not wait for company.
    maxBatchingWindow: Duration.seconds(0),
    maxConcurrency,
    reportBatchItemFailures: true,
  });
}

/** The types of the CDK do not take an alias for a function here, so the mapping is told afterwards what it invokes. */
function mapTo(
  { lambda, entry }: ConsumerFunction,
  id: string,
  options: EventSourceMappingOptions,
): EventSourceMapping {
  const mapping = new EventSourceMapping(lambda, id, { ...options, target: lambda });
  const resource = mapping.node.defaultChild;
  if (!(resource instanceof CfnEventSourceMapping))
    throw new Error('The mapping has no resource of its own.');
  resource.functionName = entry;
  return mapping;
}
