import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/publishing/download-media/env.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { CHECKED, UPLOADS } from '#infra/constructs/media-bucket.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type DownloadMediaProps = {
  readonly data: DataResources;
  readonly download: WorkQueue;
  readonly apiHosts: string;
};

/** Consumer of the download queue: downloads the file of a URL into the media library. */
export class DownloadMedia extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, { data, download, apiHosts }: DownloadMediaProps) {
    const { coreTable, mediaBucket } = data;
    const concurrency = concurrencyOf(deployment.config).of.download;
    super(scope, deployment, {
      name: 'download-media',
      description: 'Downloads files of media libraries from URLs',
      stalledImpact: 'Files are downloaded late from their URLs',
      // A download takes at most 120 s, the copy of its file at most 20 s; the rest is for the last part and the records.
      timeout: Duration.seconds(180),
      environment: {
        CORE_TABLE: coreTable.tableName,
        MEDIA_BUCKET: mediaBucket.bucketName,
        API_HOSTS: apiHosts,
      },
      statements: [
        ...allowItems(data, 'get-media-records', 'put-media-records'),
        allow(
          ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'],
          [mediaBucket.arnForObjects(UPLOADS)],
        ),
        allow(['s3:PutObject', 's3:DeleteObject'], [mediaBucket.arnForObjects(CHECKED)]),
        // Without this permission, S3 returns 403 instead of 404 for a missing object.
        allow(['s3:ListBucket'], [mediaBucket.bucketArn]),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [download.queue.queueArn],
        ),
      ],
      reservedConcurrency: concurrency,
    });
    // One message per invocation: another one would wait for a slow server.
    mapQueue(this, download.queue, concurrency, { batchSize: 1 });
    new ImpactAlarm(this, 'InterruptedAlarm', {
      impact:
        'A file was not downloaded from its URL, because no attempt recorded a result: the customer must send the URL again.',
      runbook: 'interrupted-download',
      severity: 'warn',
      metric: countLogLines(this, deployment.stage, {
        metric: 'DownloadsInterrupted',
        field: 'code',
        value: 'DOWNLOAD_INTERRUPTED',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}
