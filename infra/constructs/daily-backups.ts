import { Duration } from 'aws-cdk-lib';
import type { RemovalPolicy } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { WorkspaceTable } from './workspace-table.ts';

/** Customers are promised that backups expire after 35 days (docs/specification/workspaces.md#deleting-a-workspace). */
const MAX_DAYS = 35;

export type DailyBackupsProps = {
  readonly days: number;
  readonly table: WorkspaceTable;
  readonly bucket: Bucket;
  readonly removalPolicy: RemovalPolicy;
};

/**
 * Daily backups in a vault, for accounts whose rules require backups apart from the resource. Point-in-time recovery of the table
 * and the versions of the bucket remain the faster way back.
 */
export class DailyBackups extends Construct {
  constructor(scope: Construct, id: string, { days, table, bucket, removalPolicy }: DailyBackupsProps) {
    super(scope, id);
    if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
      throw new Error(`\`dailyBackupDays\` is ${days}: use null or a number from 1 to ${MAX_DAYS}.`);
    const vault = new BackupVault(this, 'Vault', { removalPolicy });
    const rule = new BackupPlanRule({
      ruleName: 'daily',
      // Outside the business hours of Europe and America.
      scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
      deleteAfter: Duration.days(days),
    });
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault, backupPlanRules: [rule] });
    plan.addSelection('Data', {
      resources: [BackupResource.fromArn(table.tableArn), BackupResource.fromArn(bucket.bucketArn)],
    });
  }
}
