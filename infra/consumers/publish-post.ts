import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/publishing/publish-post/env.ts';
import { metricsNamespace } from '#infra/alarms/platform-metric.ts';
import { alarmOnSecrets } from '#infra/alarms/secret-alarm.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import {
  allow,
  allowItems,
  allowOpening,
  allowReadingMedia,
  allowSealing,
  allowSending,
} from '#infra/constructs/grants.ts';
import { oauthAppsOf } from '#infra/oauth-apps.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type PublishPostProps = {
  readonly data: DataResources;
  readonly publish: WorkQueue;
  readonly apiHosts: string;
};

/** Consumer of the publish queue: starts scheduled posts, and makes one attempt for one account per message. */
export class PublishPost extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: PublishPostProps) {
    const { data, publish, apiHosts } = props;
    const concurrency = concurrencyOf(deployment.config).of.publish;
    super(scope, deployment, {
      name: 'publish-post',
      description: 'Publishes posts to social accounts',
      stalledImpact: 'Posts are published late',
      // An attempt takes at most 150 s; the rest is for its files, its last request and the records.
      timeout: Duration.seconds(240),
      // The function transfers videos of 200 MB.
      memoryMegabytes: 1024,
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        MEDIA_BUCKET: data.mediaBucket.bucketName,
        SECRET_KEY_ID: data.secretKey.keyArn,
        PUBLISH_QUEUE_URL: publish.queue.queueUrl,
        QUEUE_DELAY_LIMIT: String(deployment.config.queueDelayLimit),
        API_HOSTS: apiHosts,
        OAUTH_APPS: oauthAppsOf(deployment.config),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(deployment.stage),
      },
      statements: statements(props),
      reservedConcurrency: concurrency,
      // Attempts return to the function's own queue, after long waits in several chained delays. Their number is limited.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    // One message per invocation: several with videos would not fit into memory together.
    mapQueue(this, publish.queue, concurrency, { batchSize: 1 });
    alarmOnSecrets(this, deployment.stage, 'Posts are not published');
  }
}

function statements({ data, publish }: PublishPostProps): PolicyStatement[] {
  return [
    ...allowItems(
      data,
      'get-posts',
      'query-posts',
      'put-posts',
      'get-post-removals',
      'get-accounts',
      'batch-get-accounts',
      'put-accounts',
      'get-oauth-apps',
      'put-token-leases',
      'batch-get-media-records',
      'get-directories',
      'put-events',
    ),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [publish.queue.queueArn]),
    allowSending(publish.queue),
    // Renewed tokens are encrypted again.
    allowOpening(data.secretKey, 'account'),
    allowSealing(data.secretKey, 'account'),
    allowOpening(data.secretKey, 'oauth-app'),
    allowReadingMedia(data.mediaBucket),
  ];
}
