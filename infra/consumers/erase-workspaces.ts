import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/privacy/erase-workspaces/env.ts';
import { ImpactAlarm } from '#infra/alarms/impact-alarm.ts';
import { countLogLines } from '#infra/alarms/log-lines.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { CHECKED, CONTACT_EXPORTS, EXPORTS, IMPORTS, UPLOADS } from '#infra/constructs/media-bucket.ts';
import { ScheduledFunction } from './scheduled-function.ts';

/**
 * Erases workspaces whose grace period has ended. No other function may scan a table or delete versions of files: what a workspace
 * owns cannot all be found by keys.
 */
export class EraseWorkspaces extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, { data }: { readonly data: DataResources }) {
    const { coreTable, deliveryTable, mediaBucket } = data;
    super(scope, deployment, {
      name: 'erase-workspaces',
      description: 'Erases workspaces whose deletion was requested',
      stalledImpact: 'Workspaces whose deletion was requested are not erased',
      schedule: { id: 'WorkspaceErasure', groupName: 'workspace-erasures' },
      environment: {
        CORE_TABLE: coreTable.tableName,
        DELIVERY_TABLE: deliveryTable.tableName,
        MEDIA_BUCKET: mediaBucket.bucketName,
      },
      statements: statements(data),
    });
    new ImpactAlarm(this, 'LateAlarm', {
      impact:
        'Data of a workspace is still stored 3 days after the end of its grace period. Find out why erase-workspaces is late.',
      runbook: 'late-workspace-erasure',
      severity: 'warn',
      metric: countLogLines(this, deployment.stage, {
        metric: 'LateWorkspaceErasures',
        field: 'code',
        value: 'WORKSPACE_ERASURE_LATE',
        period: Duration.minutes(5),
      }),
      above: 0,
    });
  }
}

function statements(data: DataResources): PolicyStatement[] {
  const { coreTable, deliveryTable, mediaBucket } = data;
  return [
    ...allowItems(
      data,
      'query-due-deletions',
      'batch-get-workspace-deletions',
      'update-workspace-deletions',
      'put-erased-workspaces',
      'query-key-pointers',
      'batch-get-api-keys',
      'update-api-keys',
      'get-directories',
      'query-listed-pages',
      'query-listed-posts',
      'query-listed-broadcasts',
      'query-listed-conversations',
      'query-listed-messages',
      'query-phone-numbers',
    ),
    // A scan has no partition keys, and it finds items of every kind.
    allow(['dynamodb:Scan', 'dynamodb:DeleteItem'], [coreTable.tableArn, deliveryTable.tableArn]),
    allow(['s3:ListBucketVersions'], [mediaBucket.bucketArn]),
    allow(
      ['s3:DeleteObjectVersion'],
      [UPLOADS, CHECKED, EXPORTS, CONTACT_EXPORTS, IMPORTS].map((keys) => mediaBucket.arnForObjects(keys)),
    ),
  ];
}
