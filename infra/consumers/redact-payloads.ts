import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/privacy/redact-payloads/env.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { CONTACT_EXPORTS, EXPORTS } from '#infra/constructs/media-bucket.ts';
import { ScheduledFunction } from './scheduled-function.ts';

/** Processes pending erasure requests every minute: redacts payloads and the stored responses of receivers, deletes records and messages. */
export class RedactPayloads extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataResources }) {
    const { coreTable, deliveryTable, mediaBucket } = data;
    super(scope, deployment, {
      name: 'redact-payloads',
      description: 'Redacts stored data of contacts whose erasure was requested',
      stalledImpact:
        'Personal data stays stored although its erasure was requested, and must be erased within 24 hours',
      schedule: { id: 'Redaction', groupName: 'redactions' },
      environment: {
        CORE_TABLE: coreTable.tableName,
        DELIVERY_TABLE: deliveryTable.tableName,
        MEDIA_BUCKET: mediaBucket.bucketName,
      },
      statements: [
        ...allowItems(
          data,
          'query-due-erasures',
          'batch-get-erasures',
          'update-erasures',
          'update-quotas',
          'query-events',
          'query-redacted-events',
          'update-events',
          'get-deliveries',
          'update-deliveries',
          'get-erasure-scans',
          'update-erasure-scans',
          'query-event-logs',
          'update-event-logs',
          'query-external-records',
          'get-external-records',
          'put-external-records',
          'delete-external-records',
          'get-contacts',
          'query-conversation-links',
          'delete-conversation-links',
          'get-conversations',
          'delete-conversations',
          'get-open-conversations',
          'delete-open-conversations',
          'query-listed-messages',
          'get-messages',
          'delete-messages',
          'delete-queued-messages',
          'delete-provider-messages',
        ),
        // Without the permission to list, S3 returns 403 instead of 404 for a file that has expired meanwhile.
        allow(['s3:ListBucket', 's3:ListBucketVersions'], [mediaBucket.bucketArn]),
        allow(
          ['s3:GetObject', 's3:PutObject', 's3:DeleteObjectVersion'],
          [EXPORTS, CONTACT_EXPORTS].map((keys) => mediaBucket.arnForObjects(keys)),
        ),
      ],
    });
    new ImpactAlarm(this, 'LateAlarm', {
      impact:
        'Personal data is still stored 22 hours after its erasure was requested; the limit is 24 hours. Find out why redact-payloads is late.',
      runbook: 'late-erasure',
      severity: 'page',
      metric: countLogLines(this, deployment.stage, {
        metric: 'LateErasures',
        field: 'code',
        value: 'ERASURE_LATE',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}
