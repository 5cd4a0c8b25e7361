import { Duration } from 'aws-cdk-lib';
import {
  CfnEventSourceMapping,
  EventSourceMapping,
  FilterCriteria,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { EventSourceMappingOptions } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { EnvSchema } from '#infra/constructs/function-environment.ts';
import {
  DISPATCH_FILTER,
  PROJECTION_FILTER,
  SUSPENSION_FILTER,
} from '#shared/platform/store/table-definition.ts';
import type { ConsumerFunction } from './consumer-function.ts';

/** Prefix under which Lambda stores records that left the stream unhandled. */
export const UNHANDLED_PREFIX = 'aws/lambda/';

/** Inserted events, with and without matched endpoints, inserted dispatch requests, and enabled endpoints that become suspended. */
export const DISPATCHED = [
  {
    eventName: ['INSERT'],
    dynamodb: {
      NewImage: {
        [DISPATCH_FILTER.kindAttribute]: { S: [...DISPATCH_FILTER.kinds] },
      },
    },
  },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      NewImage: {
        [PROJECTION_FILTER.resourceAttribute]: { S: [SUSPENSION_FILTER.resource] },
        [SUSPENSION_FILTER.attribute]: { S: [{ exists: true }] },
        enabled: { BOOL: [true] },
      },
      OldImage: { [SUSPENSION_FILTER.attribute]: { S: [{ exists: false }] } },
    },
  },
];

/** Written resources, written items with a schedule, deleted items whose schedule may still exist, and ingested events. */
export const FOLLOWED = [
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { [PROJECTION_FILTER.resourceAttribute]: { S: [{ exists: true }] } } },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { [PROJECTION_FILTER.timerAttribute]: { BOOL: [{ exists: true }] } } },
  },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { [PROJECTION_FILTER.timerAttribute]: { BOOL: [{ exists: true }] } } },
  },
  {
    eventName: ['INSERT'],
    dynamodb: { NewImage: { [PROJECTION_FILTER.ingestedAttribute]: { BOOL: [true] } } },
  },
];

type Consumer = ConsumerFunction<EnvSchema>;

export type StreamMappingProps = {
  readonly streamArn: string;
  /** Filters of records; a record invokes the function if one of them matches. */
  readonly filters: readonly Record<string, unknown>[];
  /** Stores complete records that grew too old. */
  readonly unhandled: Bucket;
  /**
   * Whether Lambda counts the polled records: six metrics, $1.80 a month. Without them, a disabled mapping looks like an idle one.
   */
  readonly countsEvents: boolean;
};

/**
 * Invokes a function for records of a stream. Retries for 20 of the stream's 24 hours: if a few minutes of queue trouble lost a
 * record, its webhooks would be lost too. Older records are stored complete in a bucket.
 */
export function mapStream(
  consumer: Consumer,
  { streamArn, filters, unhandled, countsEvents }: StreamMappingProps,
): EventSourceMapping {
  return mapTo(consumer, 'StreamMapping', {
    eventSourceArn: streamArn,
    // The stream is an outbox: LATEST would skip what is written while the mapping is being created.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    retryAttempts: -1,
    maxRecordAge: Duration.hours(20),
    reportBatchItemFailures: true,
    filters: filters.map((filter) => FilterCriteria.filter(filter)),
    onFailure: { bind: () => ({ destination: unhandled.bucketArn }) },
    ...(countsEvents ? { metricsConfig: { metrics: [MetricType.EVENT_COUNT] } } : {}),
  });
}

export type QueueMappingOptions = {
  /** Construct id, for the mapping of a function's second queue. */
  readonly id?: string;
  /** Messages per invocation: fewer if a message may need much memory. */
  readonly batchSize?: number;
  /** How long Lambda waits for a batch to fill. None by default, because a first attempt must not wait. */
  readonly batchingWindow?: Duration;
};

/** Invokes a function for queued messages, with at most `maxConcurrency` concurrent invocations. */
export function mapQueue(
  consumer: Consumer,
  queue: IQueue,
  maxConcurrency: number,
  { id = 'QueueMapping', batchSize = 10, batchingWindow = Duration.seconds(0) }: QueueMappingOptions = {},
): EventSourceMapping {
  return mapTo(consumer, id, {
    eventSourceArn: queue.queueArn,
    batchSize,
    maxBatchingWindow: batchingWindow,
    maxConcurrency,
    reportBatchItemFailures: true,
  });
}

/** The types of the CDK do not accept an alias here, so the function name is set on the CloudFormation resource. */
function mapTo(
  { lambda, entry }: Consumer,
  id: string,
  options: EventSourceMappingOptions,
): EventSourceMapping {
  const mapping = new EventSourceMapping(lambda, id, { ...options, target: lambda });
  const resource = mapping.node.defaultChild;
  if (!(resource instanceof CfnEventSourceMapping))
    throw new Error('The event source mapping has no CloudFormation resource.');
  resource.functionName = entry;
  return mapping;
}
