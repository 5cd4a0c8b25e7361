import { Duration } from 'aws-cdk-lib';
import { ConsumerFunction } from './consumer-function.ts';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { allow, allowOpening, allowReadingMedia, allowSending } from '#infra/constructs/grants.ts';
import { alarmOnSecrets } from '#infra/alarms/secret-alarm.ts';
import { mapQueue } from './event-mappings.ts';
import { metricsNamespace } from '#infra/alarms/platform-metric.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { WorkQueue } from './work-queue.ts';

export type PublishPostProps = {
  readonly data: DataStack;
  readonly publish: WorkQueue;
  readonly apiHosts: string;
};

/** Accounts that are posted to at a time: networks are slow, and media take minutes. */
const CONCURRENCY = 20;

/** The publish queue's consumer: begins runs of posts that are due and makes one attempt for one account per message. */
export class PublishPost extends ConsumerFunction {
  constructor(scope: Construct, deployment: Deployment, props: PublishPostProps) {
    const { data, publish, apiHosts } = props;
    super(scope, deployment, {
      name: 'publish-post',
      description: 'Publishes posts on social accounts',
      stalledImpact: 'Posts go out late',
      // An attempt takes 150 s at most; the rest is for its files, its last call and the records.
      timeout: Duration.seconds(240),
      // Videos of 200 MB pass through it.
      memoryMegabytes: 1024,
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        MEDIA_BUCKET: data.mediaBucket.bucketName,
        SECRET_KEY_ID: data.secretKey.keyArn,
        PUBLISH_QUEUE_URL: publish.queue.queueUrl,
        QUEUE_DELAY_LIMIT: String(deployment.config.queueDelayLimit),
        API_HOSTS: apiHosts,
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(deployment.stage),
      },
      statements: statements(props),
      reservedConcurrency: CONCURRENCY,
      // Its attempts come back to its own queue, a long wait in several hops. They are bounded by the publication itself.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    // One message each: several with videos would not fit into its memory together.
    mapQueue(this, publish.queue, CONCURRENCY, { batchSize: 1 });
    alarmOnSecrets(this, deployment.stage, 'Posts are not being published');
  }
}

function statements({ data, publish }: PublishPostProps): PolicyStatement[] {
  return [
    allow(
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      [data.coreTable.tableArn],
    ),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [publish.queue.queueArn]),
    allowSending(publish.queue),
    allowOpening(data.secretKey, 'account'),
    allowReadingMedia(data.mediaBucket),
  ];
}
