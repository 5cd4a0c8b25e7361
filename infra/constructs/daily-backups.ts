import { Duration } from 'aws-cdk-lib';
import type { RemovalPolicy } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { WorkspaceTable } from './workspace-table.ts';

/** Customers are promised that backups expire after 35 days (docs/specification/workspaces.md#deleting-a-workspace). */
const MAX_DAYS = 35;

/** What AWS Backup needs to copy a table and a bucket. */
const POLICIES = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'AWSBackupServiceRolePolicyForS3Backup',
];

export type DailyBackupsProps = {
  readonly days: number;
  /** Whether the vault rejects the deletion of a backup before its time. */
  readonly isLocked: boolean;
  readonly table: WorkspaceTable;
  readonly bucket: Bucket;
  readonly removalPolicy: RemovalPolicy;
};

/**
 * Daily backups in a vault, which survive the deletion of the table and the bucket. Point-in-time recovery of the table and the versions
 * of the bucket remain the faster way back.
 */
export class DailyBackups extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { days, isLocked, table, bucket, removalPolicy }: DailyBackupsProps,
  ) {
    super(scope, id);
    if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
      throw new Error(`\`dailyBackupDays\` is ${days}: use null or a number from 1 to ${MAX_DAYS}.`);
    const vault = new BackupVault(this, 'Vault', {
      removalPolicy,
      ...(isLocked ? { lockConfiguration: { minRetention: Duration.days(days) } } : {}),
    });
    const rule = new BackupPlanRule({
      ruleName: 'daily',
      // Outside the business hours of Europe and America.
      scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
      deleteAfter: Duration.days(days),
    });
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault, backupPlanRules: [rule] });
    // The role that the CDK makes may not read a bucket.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    plan.addSelection('Data', {
      role,
      resources: [BackupResource.fromArn(table.tableArn), BackupResource.fromArn(bucket.bucketArn)],
    });
  }
}
