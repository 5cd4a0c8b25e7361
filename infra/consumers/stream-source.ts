import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { FunctionResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow } from '#infra/constructs/grants.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { StreamSource } from '#shared/platform/queues/consumer.ts';
import { type Mapped, mapStream, UNHANDLED_PREFIX } from './event-mappings.ts';

/** Invokes a function for records of the core table's stream, with alarms on waiting records and on a stream that is not read. */
export function addStream(
  consumer: OperationFunction & Mapped,
  deployment: Deployment,
  { filters, late, stopped }: StreamSource,
  resources: FunctionResources,
): void {
  const { eventSourceMappingId } = mapStream(consumer, {
    streamArn: streamOf(resources),
    filters,
    unhandled: unhandledOf(resources),
    countsEvents: deployment.config.isWatched,
  });

  new ImpactAlarm(consumer, 'IteratorAgeAlarm', {
    ...late,
    runbook: 'stream-lag',
    metric: consumer.lambda.metric('IteratorAge', {
      period: Duration.minutes(1),
      statistic: Stats.MAXIMUM,
    }),
    above: Duration.seconds(60).toMilliseconds(),
    // A batch that fails once is read again, so a single value above the threshold is harmless.
    during: { periods: 3, of: 5 },
  });
  new ImpactAlarm(consumer, 'HeartbeatAlarm', {
    impact: stopped,
    runbook: 'stream-lag',
    severity: 'page',
    metric: silence(eventSourceMappingId),
    above: 0,
    treatMissingData: TreatMissingData.BREACHING,
  });
}

/** Reading the stream, and storing records that grew too old. */
export function readingStatements(resources: FunctionResources): readonly PolicyStatement[] {
  const unhandled = unhandledOf(resources);
  return [
    allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      [streamOf(resources)],
    ),
    // Lambda requires ListStreams to create the mapping. AWS defines no resource type for it; it reveals names only.
    allow(['dynamodb:ListStreams'], ['*']),
    // Lambda generates the object keys from mapping, shard and time, so only their prefix is known here.
    allow(['s3:PutObject'], [unhandled.arnForObjects(`${UNHANDLED_PREFIX}*`)]),
    allow(['s3:ListBucket'], [unhandled.bucketArn]),
  ];
}

/**
 * 0 while the mapping reads the stream, no data when it does not. Lambda reports 0 polled records while nothing is written, but
 * neither that nor IteratorAge while the mapping is disabled or its role may not read the stream.
 */
function silence(mappingId: string): MathExpression {
  const period = Duration.minutes(15);
  const polled = new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'PolledEventCount',
    dimensionsMap: { EventSourceMappingUUID: mappingId },
    statistic: Stats.SAMPLE_COUNT,
    period,
  });
  return new MathExpression({
    expression: 'IF(polls > 0, 0, 1)',
    usingMetrics: { polls: polled },
    label: 'has not read the stream',
    period,
  });
}

function streamOf({ data: { coreTable } }: FunctionResources): string {
  if (coreTable.tableStreamArn === undefined) throw new Error('The core table has no stream to read from.');
  return coreTable.tableStreamArn;
}

function unhandledOf({ unhandled }: FunctionResources): Bucket {
  if (unhandled === undefined) throw new Error('The stack of the consumer has no bucket for old records.');
  return unhandled;
}
