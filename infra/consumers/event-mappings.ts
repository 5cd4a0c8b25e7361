import { Duration } from 'aws-cdk-lib';
import {
  CfnEventSourceMapping,
  EventSourceMapping,
  FilterCriteria,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { EventSourceMappingOptions, Function } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { QueueSource } from '#shared/platform/queues/consumer.ts';

/** Prefix under which Lambda stores records that left the stream unhandled. */
export const UNHANDLED_PREFIX = 'aws/lambda/';

/** A function, and what its event sources invoke: its name, or the ARN of its alias. */
export type Mapped = { readonly lambda: Function; readonly entry: string };

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
  consumer: Mapped,
  { streamArn, filters, unhandled, countsEvents }: StreamMappingProps,
): EventSourceMapping {
  return mapTo(consumer, 'StreamMapping', {
    eventSourceArn: streamArn,
    // The stream is an outbox: LATEST would skip what is written while the mapping is being created.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    // Lambda keeps the order of the records of one item, whichever invocation gets them.
    parallelizationFactor: 4,
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
  /** Construct id. */
  readonly id: string;
  readonly maxConcurrency: number;
};

/** Invokes a function for queued messages, with at most `maxConcurrency` concurrent invocations. */
export function mapQueue(
  consumer: Mapped,
  queue: IQueue,
  { batchSize = 10, batchingWindowSeconds = 0 }: QueueSource,
  { id, maxConcurrency }: QueueMappingOptions,
): EventSourceMapping {
  return mapTo(consumer, id, {
    eventSourceArn: queue.queueArn,
    batchSize,
    maxBatchingWindow: Duration.seconds(batchingWindowSeconds),
    maxConcurrency,
    reportBatchItemFailures: true,
  });
}

/** The types of the CDK do not accept an alias here, so the function name is set on the CloudFormation resource. */
function mapTo(
  { lambda, entry }: Mapped,
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
