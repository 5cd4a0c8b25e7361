import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/privacy/export-workspaces/env.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowReadingMedia } from '#infra/constructs/grants.ts';
import { CONTACT_EXPORTS, EXPORTS } from '#infra/constructs/media-bucket.ts';
import { ScheduledFunction } from './scheduled-function.ts';

/** Writes the files of pending exports and copies media files. It reads what a workspace owns, and writes nothing but exports. */
export class ExportWorkspaces extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataResources }) {
    const { coreTable, mediaBucket } = data;
    super(scope, deployment, {
      name: 'export-workspaces',
      description: 'Writes the files of exports of workspaces',
      stalledImpact: 'Requested exports of workspaces make no progress',
      schedule: { id: 'WorkspaceExport', groupName: 'workspace-exports' },
      environment: { CORE_TABLE: coreTable.tableName, MEDIA_BUCKET: mediaBucket.bucketName },
      statements: [
        ...allowItems(
          data,
          'query-pending-exports',
          'batch-get-exports',
          'update-exports',
          'get-workspaces',
          'query-members',
          'query-key-pointers',
          'batch-get-api-keys',
          'get-directories',
          'batch-get-endpoints',
          'query-accounts',
          'query-tags',
          'query-media-records',
          'query-listed-posts',
          'batch-get-posts',
          'query-listed-broadcasts',
          'batch-get-broadcasts',
          'query-listed-contacts',
          'batch-get-contacts',
          'query-phone-numbers',
          'query-listed-conversations',
          'batch-get-conversations',
          'query-listed-messages',
          'batch-get-messages',
          'query-listed-external-records',
          'batch-get-external-records',
          'query-listed-pages',
          'query-pages',
          'batch-get-pages',
          'query-domains',
          'query-pixels',
          'query-audit-entries',
        ),
        allow(
          ['s3:PutObject'],
          [EXPORTS, CONTACT_EXPORTS].map((keys) => mediaBucket.arnForObjects(keys)),
        ),
        allowReadingMedia(mediaBucket),
        // Without this permission, S3 returns 403 instead of 404 for a file that was deleted meanwhile.
        allow(['s3:ListBucket'], [mediaBucket.bucketArn]),
      ],
    });
    new ImpactAlarm(this, 'LateAlarm', {
      impact: 'An export of a workspace is not complete 6 hours after it was requested.',
      runbook: 'late-workspace-export',
      severity: 'warn',
      metric: countLogLines(this, deployment.stage, {
        metric: 'LateWorkspaceExports',
        field: 'code',
        value: 'WORKSPACE_EXPORT_LATE',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
    new ImpactAlarm(this, 'EndedEarlyAlarm', {
      impact:
        'An export of a workspace failed and will not be continued: its customer has to request another one.',
      runbook: 'late-workspace-export',
      severity: 'warn',
      metric: countLogLines(this, deployment.stage, {
        metric: 'WorkspaceExportsEndedEarly',
        field: 'code',
        value: 'WORKSPACE_EXPORT_ENDED_EARLY',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}
