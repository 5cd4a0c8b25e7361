import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/publishing/remove-publications/env.ts';
import { alarmOnSecrets } from '#infra/alarms/secret-alarm.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowOpening, allowSealing } from '#infra/constructs/grants.ts';
import { oauthAppsOf } from '#infra/oauth-apps.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type RemovePublicationsProps = {
  readonly data: DataResources;
  readonly removal: WorkQueue;
  readonly apiHosts: string;
};

/** Consumer of the removal queue: removes deleted posts from social networks. */
export class RemovePublications extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, removal, apiHosts }: RemovePublicationsProps,
  ) {
    const concurrency = concurrencyOf(deployment.config).of.removal;
    super(scope, deployment, {
      name: 'remove-publications',
      description: 'Removes deleted posts from social networks',
      stalledImpact: 'Deleted posts stay on social networks',
      // A run lasts 60 seconds; the rest is for one removal that takes a minute, and the records.
      timeout: Duration.seconds(150),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        SECRET_KEY_ID: data.secretKey.keyArn,
        API_HOSTS: apiHosts,
        OAUTH_APPS: oauthAppsOf(deployment.config),
      },
      statements: [
        ...allowItems(
          data,
          'get-post-removals',
          'put-post-removals',
          'batch-get-accounts',
          'put-accounts',
          'get-oauth-apps',
          'put-token-leases',
          'get-directories',
          'put-events',
        ),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [removal.queue.queueArn],
        ),
        // Renewed tokens are encrypted again.
        allowOpening(data.secretKey, 'account'),
        allowSealing(data.secretKey, 'account'),
        allowOpening(data.secretKey, 'oauth-app'),
      ],
      reservedConcurrency: concurrency,
    });
    // One message per invocation: the messages of a batch would share its timeout.
    mapQueue(this, removal.queue, concurrency, { batchSize: 1 });
    alarmOnSecrets(this, deployment.stage, 'Deleted posts are not removed from social networks');
  }
}
