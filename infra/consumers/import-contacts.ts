import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/messaging/import-contacts/env.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { IMPORTS } from '#infra/constructs/media-bucket.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

/** Consumer of the queue of imports: processes the next lines of an import of contacts. */
export class ImportContacts extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, contactImport }: { readonly data: DataResources; readonly contactImport: WorkQueue },
  ) {
    const { coreTable, mediaBucket } = data;
    const concurrency = concurrencyOf(deployment.config).of.import;
    super(scope, deployment, {
      name: 'import-contacts',
      description: 'Processes the lines of imports of contacts',
      stalledImpact: 'Imports of contacts make no progress',
      // A run lasts 20 seconds. The rest is for one line whose requests are slow.
      timeout: Duration.seconds(60),
      environment: { CORE_TABLE: coreTable.tableName, MEDIA_BUCKET: mediaBucket.bucketName },
      statements: [
        ...allowItems(
          data,
          'get-contact-imports',
          'put-contact-imports',
          'update-contact-imports',
          'get-list-members',
          'put-list-members',
          'get-contacts',
          'put-contacts',
          'update-contacts',
          'get-contact-hash-keys',
          'put-contact-hash-keys',
          'get-contact-addresses',
          'batch-get-contact-addresses',
          'put-contact-addresses',
          'delete-contact-addresses',
          'get-workspaces',
          'get-calendars',
          'put-calendars',
          'get-directories',
          'put-events',
          'get-quotas',
          'update-quotas',
        ),
        allow(['s3:GetObject', 's3:DeleteObject'], [mediaBucket.arnForObjects(IMPORTS)]),
        // Without this permission, S3 returns 403 instead of 404 for a missing object.
        allow(['s3:ListBucket'], [mediaBucket.bucketArn]),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [contactImport.queue.queueArn],
        ),
      ],
      reservedConcurrency: concurrency,
    });
    mapQueue(this, contactImport.queue, concurrency);
    new ImpactAlarm(this, 'EndedEarlyAlarm', {
      impact:
        'An import of contacts failed and will not be continued: its customer has to create another one.',
      runbook: 'failed-contact-import',
      severity: 'warn',
      metric: countLogLines(this, deployment.stage, {
        metric: 'ContactImportsEndedEarly',
        field: 'code',
        value: 'IMPORT_ENDED_EARLY',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}
