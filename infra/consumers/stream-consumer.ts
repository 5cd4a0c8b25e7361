import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import type { Severity } from '#infra/config.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { EnvSchema } from '#infra/constructs/function-environment.ts';
import { allow } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import type { ConsumerFunctionProps } from './consumer-function.ts';
import { UNHANDLED_PREFIX, mapStream } from './event-mappings.ts';
import type { StreamMappingProps } from './event-mappings.ts';

export type StreamConsumerProps<Schema extends EnvSchema> = Omit<ConsumerFunctionProps<Schema>, 'timeout'> &
  Pick<StreamMappingProps, 'filters' | 'unhandled'> & {
    readonly data: DataResources;
    /** What customers notice while records wait in the stream for over a minute. */
    readonly lateImpact: string;
    readonly lateSeverity: Severity;
    /** What customers notice while the stream is not read, and what is lost after which time. */
    readonly stoppedImpact: string;
  };

/** A function that is invoked for records of the core table's stream, with an alarm on waiting records. */
export class StreamConsumer<Schema extends EnvSchema> extends ConsumerFunction<Schema> {
  constructor(scope: Construct, deployment: Deployment, props: StreamConsumerProps<Schema>) {
    const { data, filters, unhandled, lateImpact, lateSeverity, stoppedImpact, statements, ...own } = props;
    const streamArn = streamOf(data);
    super(scope, deployment, {
      ...own,
      timeout: Duration.seconds(60),
      statements: [...reading(streamArn), ...keepingFailures(unhandled), ...statements],
    });
    const { eventSourceMappingId } = mapStream(this, {
      streamArn,
      filters,
      unhandled,
      countsEvents: deployment.config.isWatched,
    });

    new ImpactAlarm(this, 'IteratorAgeAlarm', {
      impact: lateImpact,
      runbook: 'stream-lag',
      severity: lateSeverity,
      metric: this.lambda.metric('IteratorAge', { period: Duration.minutes(1), statistic: Stats.MAXIMUM }),
      above: Duration.seconds(60).toMilliseconds(),
      // A batch that fails once is read again, so a single value above the threshold is harmless.
      during: { periods: 3, of: 5 },
    });
    new ImpactAlarm(this, 'HeartbeatAlarm', {
      impact: stoppedImpact,
      runbook: 'stream-lag',
      severity: 'page',
      metric: silence(eventSourceMappingId),
      above: 0,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }
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

function streamOf({ coreTable }: DataResources): string {
  if (coreTable.tableStreamArn === undefined) throw new Error('The core table has no stream to read from.');
  return coreTable.tableStreamArn;
}

function reading(streamArn: string): PolicyStatement[] {
  return [
    allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [streamArn]),
    // Lambda requires ListStreams to create the mapping. AWS defines no resource type for it; it reveals names only.
    allow(['dynamodb:ListStreams'], ['*']),
  ];
}

/** Lambda generates the object keys from mapping, shard and time, so only their prefix is known here. */
function keepingFailures(bucket: Bucket): PolicyStatement[] {
  return [
    allow(['s3:PutObject'], [bucket.arnForObjects(`${UNHANDLED_PREFIX}*`)]),
    allow(['s3:ListBucket'], [bucket.bucketArn]),
  ];
}
